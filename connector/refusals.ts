/** The numbers of errors, as hosts in use know them. */
const codes = {
  invalid: -32602,
  notFound: -32011,
  forbidden: -32012,
  exhausted: -32013,
  unsupported: -32014,
  callback: -32015,
} as const;

/** Why a host gets no subscription. */
export interface Refusal {
  code: number;
  message: string;
  data: Record<string, string | number> | undefined;
}

/** Refuses a request. What is forbidden is so with the reason in its data. */
export const refuse = (kind: keyof typeof codes, message: string, data?: Refusal["data"]): Refusal => ({
  code: codes[kind],
  message,
  data,
});
