/**
 * Replaces the SDK's module of runtime differences in bundles. The SDK's own for Node loads Ajv at every start: a third of the SDK,
 * of which the server uses nothing.
 */

/** The process, for the SDK's transport on stdin and stdout. */
export const { process } = globalThis;

/** Replaces Ajv, which only the SDK's `elicitInput` uses. The server asks with `inputRequired` instead. */
export class DefaultJsonSchemaValidator {
  /** Throws, because there is no validator. */
  getValidator(): never {
    throw new Error("There is no JSON Schema validator: ask with inputRequired, and check the answer.");
  }
}
