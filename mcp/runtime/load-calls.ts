let loading: Promise<typeof import("./calls.ts")> | undefined;

/**
 * Loads what calls need: the tools with their schemas, ranking and time zones. Loaded with the first call, because hosts start a server
 * in every conversation to list its tools, and call one in few.
 */
export function loadCalls(): Promise<typeof import("./calls.ts")> {
  loading ??= import("./calls.ts");
  return loading;
}
