export { type CreateServerOptions, createServer, defaultDeadlineMs } from "./server.ts";
export { allTools, selectTools, type ToolSelection } from "./tools/index.ts";
