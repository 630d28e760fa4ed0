/**
 * Compares the service's OpenAPI document with this version. Apart from src/api/index.ts, because only `rallly-mcp doctor`
 * needs it.
 */
export { compareDocument } from "./compare-document.ts";
export type { Finding } from "./finding.ts";
