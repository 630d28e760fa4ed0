import { createHmac } from "node:crypto";
import {
  acceptedContent,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ToolContext } from "./tool.ts";

/** Thrown to end a call with a question. The host asks the person, and sends the call again with the answer. */
export class Question extends Error {
  override readonly name = "Question";
  readonly result: InputRequiredResult;

  constructor(result: InputRequiredResult) {
    super("The person is asked.");
    this.result = result;
  }
}

/** Signs what a question is about, because it comes back through the host. Replicas with the same key accept it. */
export function createQuestionCodec(apiKey = "") {
  return createRequestStateCodec<string>({
    // A key may be shorter than the codec's 32 bytes.
    key: createHmac("sha256", apiKey).update("rallly-connect question").digest(),
    bind: (context) => context.mcpReq.method,
  });
}

/** The {@link ToolContext.confirm} of one call. */
export function createConfirm(
  context: ServerContext,
  { canAsk, apiKey }: { canAsk: boolean; apiKey: string | undefined },
): ToolContext["confirm"] {
  const { mcpReq } = context;
  return async (subject, message) => {
    if (!canAsk) return true;
    const isAnswered = inputResponse(mcpReq.inputResponses, "confirm").kind !== "missing";
    if (isAnswered && mcpReq.requestState<string>() === subject)
      return acceptedContent(mcpReq.inputResponses, "confirm")?.["confirm"] === true;
    const requestedSchema = {
      type: "object" as const,
      properties: { confirm: { type: "boolean" as const, title: "Yes, delete it permanently" } },
      required: ["confirm"],
    };
    throw new Question(
      inputRequired({
        requestState: await createQuestionCodec(apiKey).mint(subject, context),
        inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema }) },
      }),
    );
  };
}
