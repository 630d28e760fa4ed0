export { type CreateServerOptions, createServer, DEFAULT_DEADLINE_MS } from "./server.ts";
export { allTools, selectTools, type ToolSelection } from "./tools/index.ts";
