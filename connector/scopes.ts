import { listedTools } from "../mcp/tools/listing.ts";

/** Reading polls, results and participants. */
export const readScope = "polls:read";

/** Creating and deleting polls. */
export const writeScope = "polls:write";

/** All scopes that a person can grant. */
export const allScopes = [readScope, writeScope];

const writingTools = new Set(listedTools.filter(({ effect }) => effect !== "read").map(({ name }) => name));

/** The scopes that an MCP message needs. A call of an unknown tool needs none of its own: the server refuses it. */
export function findNeededScopes(message: unknown): string[] {
  const { method, params } = Object(message);
  const writes = method === "tools/call" && writingTools.has(Object(params).name);
  return writes ? allScopes : [readScope];
}
