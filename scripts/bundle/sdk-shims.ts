/**
 * Replaces the SDK's modules of runtime differences in bundles. The SDK's own load a JSON Schema validator at every start, and the
 * server uses none: Ajv, for Node, is a third of the SDK.
 */

/** The process, for the SDK's transport on stdin and stdout. */
export const { process } = globalThis;

/** Replaces the validator, which only the SDK's `elicitInput` uses. The server asks with `inputRequired` instead. */
export class DefaultJsonSchemaValidator {
  /** Throws, because there is no validator. */
  getValidator(): never {
    throw new Error("There is no JSON Schema validator: ask with inputRequired, and check the answer.");
  }
}
