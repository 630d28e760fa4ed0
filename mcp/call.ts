import { createHmac } from "node:crypto";
import {
  type CallToolResult,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  SdkError,
  SdkErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { inTurn } from "../src/api/send/create-once.ts";
import { deadlineExceeded, startDeadline } from "../src/api/send/deadline.ts";
import { type Client, RalllyError } from "../src/api/web.ts";
import { PlanError } from "../src/problem.ts";
import { parseArguments } from "./arguments.ts";
import { ArgumentError, explainFailure, type FailureWords, ToolError } from "./failure.ts";
import { createMask, describeEvent, type Log } from "./log.ts";
import { writeSentences } from "./sentences.ts";
import type { ToolContext, ToolResult } from "./tool.ts";
import { allTools } from "./tools/index.ts";
import { listedTools } from "./tools/listing.ts";
import { failureKey } from "./view/failure.ts";

/** Whose space a server serves: over HTTP another one for each key. */
export interface Caller {
  /** Masked in every result, and signs questions. Undefined without a key. */
  apiKey: string | undefined;
  /** How to get a key and hand it to this server. */
  keyHelp: string;
  /** Loads the client with the first call. Throws ToolError or RalllyError for settings that cannot work. */
  loadClient(): Promise<Client>;
}

/** Options of every call. */
export interface CallOptions {
  /** The current time. Default: the machine's. */
  now?: (() => Date) | undefined;
  /** Receives the error of every failed call in words, with the key masked. */
  log?: Log | undefined;
  /** Refuses the calls of tools that write, with these words. */
  refuseWrites?: FailureWords | undefined;
}

/** Time for one whole call, in milliseconds: hosts give up after 60 seconds. */
const deadlineMs = 50_000;

/** One call from a host. */
export interface Call extends CallOptions {
  caller: Caller;
  context: ServerContext;
  /** What the host can do, if it is known. */
  declared: ClientCapabilities | undefined;
  /** The tools that the session does not have: texts do not name them. */
  hidden: readonly string[];
  /** Whether the host may show views. */
  hasViews: boolean;
}

/**
 * Calls a tool by its name, with the arguments as the host sent them. A failure is a result with `isError`. The API key is masked
 * everywhere.
 */
export async function callTool(
  name: string,
  given: unknown,
  call: Call,
): Promise<CallToolResult | InputRequiredResult> {
  const tool = allTools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`No tool has the name ${name}.`);
  const { caller, log } = call;
  const mask = createMask(caller);
  const deadline = startDeadline(deadlineMs, call.context.mcpReq.signal);
  const { signal } = deadline;
  try {
    if (call.refuseWrites && tool.effect !== "read") throw new ToolError(call.refuseWrites);
    const client = await caller.loadClient();
    const { inputSchema } = listedTools.find((each) => each.name === name) ?? { inputSchema: {} };
    const input = parseArguments(tool.input, inputSchema, given);
    const result = await tool.run(input, createToolContext(call, { client, signal }));
    return mask(toResult({ ...result, text: writeSentences([result.text].flat(), call.hidden) }));
  } catch (caught) {
    // Not the signed state, which only the host carries.
    if (caught instanceof Question)
      return { ...caught.result, inputRequests: mask(caught.result.inputRequests ?? {}) };
    // The message of a PlanError has what was typed, which is not for the log.
    const error = caught instanceof PlanError ? new ArgumentError(caught.problems) : caught;
    log?.(mask(describeEvent(error)));
    const timedOut = signal.reason === deadlineExceeded;
    // A create reads before it writes.
    const hasRead = error instanceof RalllyError && /^(?:get|list)/.test(error.operation);
    const effect = hasRead ? "read" : tool.effect;
    const { keyHelp } = caller;
    const { text, failure } = explainFailure(error, {
      effect,
      keyHelp,
      timedOut,
      hidden: call.hidden,
      now: call.now?.() ?? new Date(),
    });
    const content = [{ type: "text" as const, text }];
    // No structured content: older clients would validate it against the output schema.
    return mask({ content, isError: true, _meta: { [failureKey]: failure } });
  } finally {
    deadline.close();
  }
}

function createToolContext(call: Call, own: Pick<ToolContext, "client" | "signal">): ToolContext {
  const { caller, context, declared, now = () => new Date() } = call;
  const { _meta, notify } = context.mcpReq;
  const { elicitation } = declared ?? {};
  const deadline = { end: performance.now() + deadlineMs, signal: own.signal };
  const canAsk = elicitation !== undefined && (elicitation.form !== undefined || !elicitation.url);
  const progressToken = _meta?.progressToken;
  return {
    ...own,
    now,
    hasViews: call.hasViews,
    confirm: createConfirm(context, { canAsk, apiKey: caller.apiKey, signal: own.signal }),
    inTurn: (name, run) => inTurn(JSON.stringify([caller.apiKey, name]), deadline, run),
    progress(progress, total, message) {
      if (progressToken === undefined) return;
      const params = { progressToken, progress, total, message };
      // A host that has left must not stop the call.
      notify({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}

/** The data and the texts are each complete, because some hosts show the model only one of the two. Undefined fields are left out. */
function toResult({
  text,
  data,
  meta,
}: ToolResult<Record<string, unknown>> & { text: string }): CallToolResult {
  // JSON delimits other people's text.
  const json = JSON.stringify(data);
  return {
    content: [
      { type: "text", text },
      { type: "text", text: json },
    ],
    structuredContent: { summary: text, ...JSON.parse(json) },
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}

/** Thrown to end a call with a question. The host asks the person, and sends the call again with the answer. */
class Question extends Error {
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

/** Time for the person's answer, in milliseconds: hosts give up on the call after 60 seconds. */
const answerMs = 45_000;

/** The {@link ToolContext.confirm} of one call. */
function createConfirm(
  context: ServerContext,
  { canAsk, apiKey, signal }: { canAsk: boolean; apiKey: string | undefined; signal: AbortSignal },
): ToolContext["confirm"] {
  const { mcpReq } = context;
  return async (subject, message) => {
    if (!canAsk) return "agreed";
    const requestedSchema = {
      type: "object" as const,
      properties: { confirm: { type: "boolean" as const, title: "Yes, delete it permanently" } },
    };
    // Before 2026-07-28 the server asks within the call. The SDK would answer a failed question in words of its own.
    if (mcpReq.envelope === undefined) {
      const params = { mode: "form" as const, message, requestedSchema };
      try {
        return readAnswer(
          await mcpReq.send({ method: "elicitation/create", params }, { timeout: answerMs, signal }),
        );
      } catch (error) {
        signal.throwIfAborted();
        const isLate = error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
        return isLate ? "unanswered" : "failed";
      }
    }
    const answer = inputResponse(mcpReq.inputResponses, "confirm");
    if (mcpReq.requestState<string>() === subject)
      return answer.kind === "elicit" ? readAnswer(answer) : "failed";
    throw new Question(
      inputRequired({
        requestState: await createQuestionCodec(apiKey).mint(subject, context),
        inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema }) },
      }),
    );
  };
}

/** Only a decline means no. Some hosts send an accepted form empty. */
function readAnswer({ action, content }: { action: string; content?: Record<string, unknown> | undefined }) {
  if (action === "accept") return content?.["confirm"] === false ? "declined" : "agreed";
  return action === "decline" ? "declined" : "closed";
}
