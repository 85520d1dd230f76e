import type { State } from "./state.ts";

/** The opening is for what is seen at a glance, and takes a query that asks for the features of a few things. */
export const opens = ({ keys, values, query, hide }: State): boolean =>
  keys === null &&
  values.length > 1 &&
  values.length < 9 &&
  query.length < 5 &&
  query.length === values[0]?.length &&
  !/controls|q|step/.test(hide.join());
