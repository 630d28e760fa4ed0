import { catalogue } from "../../mcp/index.ts";

/** Every tool in the order in which it is listed, with the first sentence of what a model is told of it. */
export const toolsInBrief = catalogue.map(({ name, description }) => ({
  name,
  description: /^.*?[.!?](?=\s|$)/s.exec(description)?.[0] ?? description,
}));
