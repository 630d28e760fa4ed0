import type * as en from "./en.ts";

/** The words of one language. */
export type Words = { [Group in keyof typeof en]: Record<keyof (typeof en)[Group], string> };
