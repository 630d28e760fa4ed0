export { catalogue, selectTools, type ToolSelection } from "./catalogue.ts";
export { type CreateServerOptions, createServer, DEFAULT_DEADLINE_MS } from "./server.ts";
