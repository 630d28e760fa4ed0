/** The environment variables of the client's options. */
const variableNames = new Map([
  ["apiKey", "RALLLY_API_KEY"],
  ["baseUrl", "RALLLY_BASE_URL"],
]);

/** The environment variable of a client's option, or the name as it is. */
export const nameVariable = (option: string): string => variableNames.get(option) ?? option;

/** Replaces the names of client options in a message by environment variables. */
export function nameVariables(message: string): string {
  return message
    .replaceAll("the base URL", "RALLLY_BASE_URL")
    .replaceAll("allowHttp", "RALLLY_ALLOW_HTTP=1")
    .replaceAll(", or pass the option ca", "")
    .replaceAll(" or the option ca ", " ");
}
