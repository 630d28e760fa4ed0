/** The columns of outputs, of which each step has a table, and the samples that the editor shows. */
export * from "./calendar.ts";
export * from "./format.ts";
export * from "./people.ts";
export * from "./poll.ts";
export * from "./response.ts";
export * from "./samples.ts";
export * from "./table.ts";
