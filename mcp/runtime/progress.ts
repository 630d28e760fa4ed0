import type { ServerContext } from "@modelcontextprotocol/server";

/** Sends progress to the host, if it asked for it. Does not send a `done` that is not greater than the last one. Never throws. */
export type ReportProgress = (done: number, total: number, message: string) => void;

/** Creates the {@link ReportProgress} of one request. */
export function createProgress({
  _meta,
  notify,
}: Pick<ServerContext["mcpReq"], "_meta" | "notify">): ReportProgress {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = Number.NEGATIVE_INFINITY;
  return (progress, total, message) => {
    if (progress <= last) return;
    last = progress;
    const params = { progressToken, progress, total, message };
    // A host that does not read must not stop the call.
    notify({ method: "notifications/progress", params }).catch(() => {});
  };
}
