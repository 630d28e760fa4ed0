import { allTools } from "../../mcp/index.ts";

/** Every tool in the order in which it is listed, with the first sentence of what a model is told of it. */
export const toolSummaries = allTools.map(({ name, description }) => ({
  name,
  description: /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description,
}));
