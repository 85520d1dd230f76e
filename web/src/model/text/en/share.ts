export const share = {
  heading: "Share what you see",
  intro:
    "The link holds everything: numbers, step, view, language. No server keeps anything of it.",
  kept: (why: string) =>
    `This shares the last numbers that could be computed, not those in the table. ${why}`,
  close: "Close",

  address: "Public address",
  addressNote:
    "This file is on your device: its own address leads nobody else to it. Where does the page stand for others? Links, snippets and the QR code are made from this; the file that you save keeps it.",
  link: "Link",
  linkNote: "Opens exactly this view, for as long as the page is there.",
  long: "Longer than 300 characters: most programs carry it; a QR code does not.",
  tooLong:
    "Longer than 2,000 characters: some programs cut it. A cut link says so and opens nothing; the file below carries everything.",
  length: (characters: number) => `${characters.toLocaleString("en")} characters`,

  chat: "Link for chats",
  chatNote:
    "Some chats drop all that follows “#”. Here it follows “?”. The only difference: whoever runs the server can see it too.",

  frame: "Frame",
  frameNote: "For blogs and course pages, also where they allow no scripts.",
  width: "Width",
  height: "Height",
  fitted: "As high as its content, by a script",

  element: "Element",
  elementNote:
    "For pages where you may add scripts. Several on a page load one copy of the mathematics.",

  code: "QR code",
  codeNote: "Opens the same link.",
  codeTooLong: "The link is too long for a code that phones read from a wall.",

  file: "One file",
  fileNote: "The page with these numbers in a single file. It opens without a network.",
  download: "Download",
  downloaded: "The file is in your downloads.",
  fileMissing: "There is no such file beside this page.",

  class: "For a class",
  form: "Opens as",
  forms: {
    page: "the page",
    present: "a presentation",
    predict: "questions before each step",
    worksheet: "a worksheet to print",
    results: "a table of what a class answered",
  },
  without: "Without some controls",
  controls: {
    controls: "all of them",
    view: "views",
    scene: "scene",
    x: "data",
    q: "query",
    score: "score",
    t: "temperature",
    step: "steps",
    article: "article",
    share: "share",
    lang: "language",
    theme: "colours",
  },

  copy: "Copy",
  copyWhat: (what: string) => `Copy: ${what}`,
  copied: "Copied",
  selected:
    "The browser does not let this page copy. The text is selected: copy it with Ctrl+C or ⌘C.",
};
