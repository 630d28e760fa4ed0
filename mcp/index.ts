export { type CreateServerOptions, createServer, defaultDeadlineMs } from "./server.ts";
export { allTools, selectTools } from "./tools/index.ts";
export type { ToolSelection } from "./tools/select.ts";
