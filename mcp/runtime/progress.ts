import type { ServerContext } from "@modelcontextprotocol/server";

/** Sends progress to the host, if it asked for it. `done` of `total` rises from call to call; other values are not sent. Never throws. */
export type ReportProgress = (done: number, total: number, message: string) => void;

/** Creates the {@link ReportProgress} of one call. */
export function createProgress(context: ServerContext): ReportProgress {
  const { _meta, notify } = context.mcpReq;
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
