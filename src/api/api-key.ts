import { InvalidInputError } from "./errors.ts";

/**
 * The key as it is sent: stray white space around it removed. Throws InvalidInputError when nothing is left, or when
 * it holds what no header can (a pasted line break, a typographic dash). The message never shows the key.
 */
export function readApiKey(apiKey: string | undefined): string {
  const key = typeof apiKey === "string" ? apiKey.trim() : "";
  if (key === "")
    throw refuse("Missing: the space's owner makes one in the space's settings, under API keys");
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw refuse("Has a space, a control character or one outside ASCII: copy it again");
  }
  return key;
}

function refuse(message: string): InvalidInputError {
  return new InvalidInputError("createClient", [{ field: "apiKey", message }]);
}
