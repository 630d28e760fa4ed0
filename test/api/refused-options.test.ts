/** What the client says of a key or an address that it cannot use, to the letter, and what its errors hold. */
import { describe, expect, it } from "vitest";
import { createClient, InvalidInputError } from "../../src/api/index.ts";
import { parseBaseUrl } from "../../src/api/options.ts";
import { apiKey } from "./scripted.ts";

function messageOf(options: { apiKey?: string; baseUrl?: string }): string {
  try {
    createClient({ apiKey, ...options });
  } catch (error) {
    if (error instanceof InvalidInputError) return error.message;
    throw error;
  }
  throw new Error("was not refused");
}

const wrong = "Invalid input, nothing was sent.";

describe("a client is refused", () => {
  it.each([
    ["", "Missing. The space's owner creates a key in the space's settings, under API keys"],
    ["sk_ one", "Contains a space or an invalid character. Copy the key again"],
    ["sk_\u2013one", "Contains a space or an invalid character. Copy the key again"],
  ])("with the key %j", (key, message) => {
    expect(messageOf({ apiKey: key })).toBe(`${wrong} apiKey: ${message}`);
  });

  it.each([
    ["api.rallly.co/v1", "Must be a URL such as https://api.rallly.co/v1"],
    ["https://user@api.rallly.co/v1", "Must not contain a user name or a password"],
    ["https://:secret@api.rallly.co/v1", "Must not contain a user name or a password"],
    ["https://api.rallly.co/v1?space=1", "Must not have a query or a fragment"],
    ["https://api.rallly.co/v1?", "Must not have a query or a fragment"],
    ["https://api.rallly.co/v1#", "Must not have a query or a fragment"],
    [
      "http://api.rallly.co/v1",
      "Must start with https://. Plain http:// is accepted for loopback only, such as http://127.0.0.1",
    ],
  ])("with the address %j", (baseUrl, message) => {
    expect(messageOf({ baseUrl })).toBe(`${wrong} baseUrl: ${message}`);
  });
});

it("takes an address with whatever white space was pasted around it", () => {
  for (const space of [" ", "\n", "\u00a0", "\ufeff"]) {
    expect(parseBaseUrl(`${space}https://api.rallly.co/v1${space}`)).toBe("https://api.rallly.co/v1");
  }
});
