/** What of a link could not be used. */
export const notices = {
  label: "About this link",
  dismiss: "Dismiss",
  cut: (found: number, length: number) =>
    `This link is incomplete: ${found} of its ${length} characters arrived. Nothing of it is used; open the whole link.`,
  altered:
    "This link is incomplete or altered: its check does not agree. Nothing of it is used. If you edited it by hand, leave out its “c=…”.",
  garbled:
    "This link is one of ours, but it was changed on the way: its “=” and “&” are not where they were. Nothing of it is used.",
  unread: (piece: string) => `“${piece}” cannot be read and is not used.`,
  long: "This link is too long to be one of ours. Nothing of it is used.",
  version: (version: string) =>
    `This link is of version “${version}”, which this page does not know: a newer page made it. Nothing of it is used.`,
  unused: (key: string) => `“${key}” stands outside the checked part of the link and is not used.`,
  repeated: (key: string) => `“${key}” is given more than once; the first counts.`,
  faults: {
    choice: (found: string) => `“${found}” is not one of its values`,
    number: (found: string) => `“${found}” is not a finite number`,
    range: (found: string) => `“${found}” is out of its range`,
    names: (found: string) => `“${found}” is not a readable name`,
    shape: () => "its numbers do not fit the others",
    size: () => "it has more than 256 rows or 64 columns",
    missing: () => "it is missing",
    nothing: () => "it leaves nothing to attend to",
  },
  where: (row: number, column?: number) =>
    column === undefined ? ` (row ${row})` : ` (row ${row}, column ${column})`,
  replaced: (key: string, why: string, instead: string) =>
    `“${key}”: ${why}. Used instead: ${instead}.`,
  leftOut: (key: string, why: string) => `“${key}”: ${why}. The default is used instead.`,
  underivable: (key: string, why: string, instead: string) =>
    `“${key}” has no answer. ${why} Used instead: ${instead}.`,
};
