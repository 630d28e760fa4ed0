import { createHmac, randomBytes } from "node:crypto";
import {
  acceptedContent,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";

/** Asks the person to confirm a change. */
export interface Confirm {
  /** Whether the host can ask. */
  canAsk: boolean;
  /** The person's answer about this subject. Undefined before the question. */
  answer(subject: string): "yes" | "no" | undefined;
  /** Creates the question. The tool returns it, and runs again with the answer. */
  ask(subject: string, message: string): Promise<InputRequiredResult>;
}

/** Signs the subject of a question, bound to the method, because it comes back through the host. */
export function createQuestionCodec(secret: string) {
  return createRequestStateCodec<string>({
    // Derived: a secret may be shorter than the codec's 32 bytes.
    key: createHmac("sha256", secret).update("rallly-mcp question").digest(),
    bind: (context) => context.mcpReq.method,
  });
}

/** The codec of a server's questions. */
export type QuestionCodec = ReturnType<typeof createQuestionCodec>;

/** A random secret for {@link createQuestionCodec}. */
export const createSecret = () => randomBytes(32).toString("hex");

/** The {@link Confirm} of one call. */
export function createConfirm(
  context: ServerContext,
  canAsk: boolean,
  loadCodec: () => Promise<QuestionCodec>,
): Confirm {
  return {
    canAsk,
    answer(subject) {
      if (context.mcpReq.requestState<string>() !== subject) return undefined;
      const response = inputResponse(context.mcpReq.inputResponses, "confirm");
      if (response.kind === "missing") return undefined;
      const accepted = acceptedContent(context.mcpReq.inputResponses, "confirm");
      return accepted?.["confirm"] === true ? "yes" : "no";
    },
    async ask(subject, message) {
      return inputRequired({
        requestState: await (await loadCodec()).mint(subject, context),
        inputRequests: {
          confirm: inputRequired.elicit({
            message,
            requestedSchema: {
              type: "object",
              properties: { confirm: { type: "boolean", title: "Yes, delete it permanently" } },
              required: ["confirm"],
            },
          }),
        },
      });
    },
  };
}
