/** What calls need: tools with their schemas, ranking and time zones. Loaded with the first call, because most starts only list. */
export { createQuestionCodec } from "./confirm.ts";
export {
  completePoll,
  listPollResources,
  listSkillEntries,
  readPollResource,
} from "./resource-calls.ts";
export { callTool, createMask } from "./run-tool.ts";
