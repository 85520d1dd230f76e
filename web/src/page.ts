import { type Preferences, type Reading, readWholeLink } from "./model/link-state.ts";
import { preferredLanguage } from "./model/text/index.ts";
import type { SoftmaxBridge } from "./view/softmax-bridge.ts";
import "./view/softmax-bridge.ts";

/** How long nothing must have changed before the address follows: longer than a drag pauses. */
const rest = 250;

/** Whether another page shows this one within itself. */
const framed = parent !== self;

/** What an address says. Few are other than they were written; to undo what was done to one is loaded then. */
const read = (hash: string, search: string, preferences: Preferences): Reading | Promise<Reading> =>
  readWholeLink(hash, search, preferences) ??
  import("./model/link.ts").then(({ readLink }) => readLink(hash, search, { preferences }));
/** The view, and whether a step is shown or the opening: another one is another place in the history. */
const placeOf = (link: string): string => `${/view=\w+/.exec(link)}${/step=/.test(link)}`;

/** Opens what the address says, and keeps the address at what is shown. */
function follow(figure: SoftmaxBridge): void {
  const ownMode = figure.mode;
  const link = (): string => figure.toLink(figure.mode === ownMode ? {} : { mode: figure.mode });
  /** What the address stands for already; null until there is something to see. */
  let known: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const open = async (): Promise<void> => {
    const now = figure.state;
    const { hash, search } = location;
    const preferences = {
      language: now?.language ?? preferredLanguage(navigator.languages),
      theme: now?.theme ?? "auto",
    };
    const reading = read(hash, search, preferences);
    if (now === null) {
      figure.open(reading);
      return;
    }
    const said = await reading;
    // An anchor of the page is none of ours; and meanwhile there may be another address.
    if ((said.empty && hash.length > 1) || location.hash !== hash) return;
    figure.mode = ownMode;
    figure.open(said);
    if (known !== null) known = link();
  };

  /** What of the query is not ours, and stays. What it said of ours is in the fragment then. */
  let others = location.search;
  void Promise.resolve(read("", others, {})).then(({ empty }) => {
    if (!empty) others = "";
  });

  const write = (): void => {
    clearTimeout(timer);
    const next = link();
    if (known === null || next === known) return;
    const act = placeOf(known) === placeOf(next) ? "replaceState" : "pushState";
    known = next;
    try {
      history[act](history.state, "", location.pathname + others + new URL(next).hash);
    } catch {
      // Some hosts forbid it. The page works as well without.
    }
  };

  figure.addEventListener("softmax-bridge:change", () => {
    // Only when it is another: to set it again would lay out the whole page anew.
    const root = document.documentElement;
    if (root.lang !== figure.lang) root.lang = figure.lang;
    if (titled !== figure.lang) document.title = figure.heading;
    titled = figure.lang;
    if (root.dataset.asked !== undefined) delete root.dataset.asked;
    known ??= link();
    clearTimeout(timer);
    timer = setTimeout(write, rest);
  });
  // What moved a moment before belongs to the place that is left.
  addEventListener("click", write, true);
  addEventListener("hashchange", () => void open());
  void open();
  if (framed) void import("./frame.ts").then(({ tellHeight }) => tellHeight(figure));
}

/** The language of the page's title. */
let titled = "en";

const figure = document.querySelector("softmax-bridge");
if (figure !== null) follow(figure);
