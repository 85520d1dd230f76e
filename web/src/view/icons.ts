import { type SVGTemplateResult, svg } from "lit";
import { languages } from "../model/state.ts";
import { translations } from "../model/text/index.ts";

/** The objects of `apple`, drawn on a 48 × 48 field; reds are crimson, never the vermilion of "hard". */
const apple: readonly SVGTemplateResult[] = [
  // apple
  svg`<path fill="#B93345" d="M24 15.5C20.5 11.6 8.8 10.6 7.2 22.2 5.9 32 13.6 43.4 19.6 43 21.8 42.8 22.4 41.8 24 41.8s2.2 1 4.4 1.2C34.4 43.4 42.1 32 40.8 22.2 39.2 10.6 27.5 11.6 24 15.5Z"/><path fill="#952436" d="M40.8 22.2C40.2 17.6 38 15 35.2 13.8 38.6 24 34 36.6 22.6 42 23 41.9 23.4 41.8 24 41.8c1.6 0 2.2 1 4.4 1.2C34.4 43.4 42.1 32 40.8 22.2Z"/><path fill="none" stroke="#E9A7A4" stroke-width="2.4" stroke-linecap="round" d="M12.2 24.6c.2-3.6 1.7-6 4.4-7"/><path fill="none" stroke="var(--ic-dark)" stroke-width="2.4" stroke-linecap="round" d="M24 15.6C23.8 11.6 24.6 8.6 26.4 6"/><path fill="#5F8050" d="M26.6 11.4C28 6.6 32.6 4.6 37.6 5.4 36.4 10.6 31.8 13.2 26.6 11.4Z"/>`,
  // tomato
  svg`<path fill="#C2453F" d="M24 13.5c10-3.6 19.4 2.6 19.4 13.4S35 43.6 24 43.6 4.6 37.7 4.6 26.9 14 9.9 24 13.5Z"/><path fill="#9F302F" d="M43.4 26.9C43.4 19.8 39.4 14.7 33.9 12.9 39.8 22.8 36 36.6 21.5 43.5c.8.1 1.7.1 2.5.1 11 0 19.4-5.9 19.4-16.7Z"/><path fill="none" stroke="#EDB1A6" stroke-width="2.4" stroke-linecap="round" d="M9.8 26.2c.2-3.2 1.5-5.6 3.9-7"/><path fill="#5F8050" d="M24 12.2c3.2-3.4 6.6-4 10.4-2.6-1.9 2.4-4 3.8-6.4 4.2 2.3 1.5 3.6 3.7 3.7 6.7-3.4-.5-5.8-2-7.3-4.6-1.7 2.6-4.2 4.1-7.7 4.5.2-3 1.6-5.2 4-6.6-2.5-.5-4.6-2-6.3-4.5 3.7-1.2 6.9-.4 9.6 2.9Z"/><path fill="none" stroke="#5F8050" stroke-width="2.4" stroke-linecap="round" d="M24 13.5c0-2.8.5-4.7 1.6-6.3"/>`,
  // ball
  svg`<circle cx="24" cy="25" r="18.5" fill="#B93345"/><path fill="#952436" d="M36.3 11.2C38.6 22 34.5 36.5 19.6 43a18.5 18.5 0 0 0 16.7-31.8Z"/><path fill="#F6EFDF" d="M6.3 19.6c9 4.6 25.9 5.3 35.4.2.5 1.5.8 3 .8 4.6-9.7 5.4-27.4 5.1-37 .4 0-1.8.3-3.5.8-5.2Z"/><path fill="#DCD2BD" d="M41.7 19.8c-1.4.8-2.9 1.4-4.6 1.9.1 1.7 0 3.4-.3 5 2.1-.6 4-1.4 5.7-2.3 0-1.6-.3-3.1-.8-4.6Z"/><path fill="none" stroke="#E9A7A4" stroke-width="2.4" stroke-linecap="round" d="M13.5 14.7c1.7-1.7 3.6-2.7 5.8-3.2"/>`,
  // orange
  svg`<circle cx="24" cy="26" r="17.8" fill="#E59A3C"/><path fill="#C57C25" d="M36.5 13.3C38.3 24 34 37.5 20.3 43.4A17.8 17.8 0 0 0 36.5 13.3Z"/><g fill="#C57C25"><circle cx="14.5" cy="30" r="1.1"/><circle cx="19" cy="35.5" r="1.1"/><circle cx="21.5" cy="28.5" r="1.1"/><circle cx="27" cy="33.5" r="1.1"/><circle cx="28.5" cy="24.5" r="1.1"/><circle cx="21.5" cy="21" r="1.1"/></g><path fill="none" stroke="#F7D7A0" stroke-width="2.4" stroke-linecap="round" d="M11.3 23.5c.7-2.8 2.1-4.9 4.2-6.3"/><path fill="#5F8050" d="M24.2 10.6C27 5.6 32 4.4 37.4 6.6 34.6 11.4 29.6 13 24.2 10.6Z"/><circle cx="23.6" cy="10.6" r="2" fill="var(--ic-dark)"/>`,
  // banana
  svg`<path fill="#EBC656" d="M8.2 8.4C10 7.6 12.2 8 12.6 10 14.6 21.4 22.5 30.5 38.6 32.6c3 .4 4.2 1.6 3.8 3.7-.6 3.5-7.6 6.3-15.6 5.6C12.6 40.6 4.3 26.6 7.2 10.2Z"/><path fill="#CDA335" d="M42.4 36.3c.2-1 0-1.8-.6-2.4-4.5 3.8-12.3 5-19.2 2.4C13.5 33 8.6 25 7 11.8 4.9 27.5 13 40.6 26.8 41.9c8 .7 15-2.1 15.6-5.6Z"/><path fill="var(--ic-dark)" d="M7.1 10.9 7.6 6.6C7.8 5.4 11 5 11.4 6.2l1.3 4.2c-1.8-.8-3.8-.6-5.6.5Z"/><path fill="var(--ic-dark)" d="M39.6 32.8c2.2.5 3.1 1.7 2.8 3.5-.2.9-.8 1.8-1.8 2.5-1.6-1.5-2-3.9-1-6Z"/>`,
  // engine
  svg`<path fill="none" stroke="var(--ic-mid)" stroke-width="1.8" stroke-linecap="round" d="M3.5 17.5 30 12.5M4.3 21 30.7 16M8.6 16.7l.8 3.4M14 15.7l.8 3.4M19.4 14.6l.8 3.4M24.8 13.6l.8 3.4"/><path fill="#B93345" d="M3 22.5h27V15.5h9.2c1.6 0 2.7.8 3.3 2.2l2.5 6.3v10.5c0 1-.6 1.6-1.6 1.6H4.6c-1 0-1.6-.6-1.6-1.6Z"/><path fill="#952436" d="M3 30h42v4.5c0 1-.6 1.6-1.6 1.6H4.6c-1 0-1.6-.6-1.6-1.6Z"/><path fill="#F6EFDF" d="M33 18.3h5.4c.8 0 1.3.3 1.6 1.1l1.7 4.6H33Z"/><path fill="#F6EFDF" d="M3 26.7h27v2H3z"/><rect x="34.5" y="12.6" width="4.6" height="2.9" rx="1" fill="#E59A3C"/><circle cx="12.5" cy="36.5" r="5.3" fill="var(--ic-dark)"/><circle cx="12.5" cy="36.5" r="2" fill="#DCD2BD"/><circle cx="35.5" cy="36.5" r="5.3" fill="var(--ic-dark)"/><circle cx="35.5" cy="36.5" r="2" fill="#DCD2BD"/>`,
];

/** The drawing of an item by its name in any language, or null where a letter shows it. */
export const icon = (name: string): SVGTemplateResult | null => drawings.get(name) ?? null;

const drawings = new Map(
  languages.flatMap((language) =>
    translations[language].sceneNames.apple.items.map(
      (name, i) => [name, apple[i] ?? null] as const,
    ),
  ),
);
