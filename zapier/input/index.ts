/** The kinds of fields, of which each step has a table. */
export { labelOf, quoteValue } from "../label.ts";
export * from "./choice.ts";
export * from "./form.ts";
export * from "./form-values.ts";
export * from "./input-error.ts";
export { optionType } from "./offer.ts";
export * from "./people.ts";
export * from "./poll.ts";
export { count, weekdayNames } from "./values.ts";
