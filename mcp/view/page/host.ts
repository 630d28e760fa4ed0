import type { McpUiHostContext } from "@modelcontextprotocol/ext-apps/app-bridge";
import type { Failure } from "../failure.ts";
import { explainFailure, type JsonObject, readFailure, toObject } from "../result.ts";
import { chooseSpeech } from "../words/index.ts";

/** How long a host may take, in milliseconds. The server answers within 50 seconds. */
export const patience = 70_000;

/** The requests that wait for a response: JSON-RPC over postMessage with the host of this page, as in MCP Apps 2026-01-26. */
const pending = new Map<unknown, (response: JsonObject) => void>();
let lastId = 0;

// A sandboxed page cannot know the host's origin. Nothing secret is sent.
const send = (message: object) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

export const notify = (method: string, params: object): void => send({ method, params });

/** Sends a request. Rejects with the host's error. */
export async function request(method: string, params: object): Promise<JsonObject> {
  const id = ++lastId;
  send({ id, method, params });
  const { error, result } = await new Promise<JsonObject>((resolve) => pending.set(id, resolve));
  pending.delete(id);
  if (error !== undefined) throw new Error(String(toObject(error)["message"]));
  return toObject(result);
}

/** Receives the host's notifications, and answers its requests. Messages of other frames are ignored. */
export function listen(handlers: Record<string, (params: JsonObject) => void>): void {
  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent) return;
    const message = toObject(data);
    const { id, method, params } = message;
    if (typeof method !== "string") pending.get(id)?.(message);
    else if (id === undefined) handlers[method]?.(toObject(params));
    else if (method === "ping" || method === "ui/resource-teardown") send({ id, result: {} });
    else send({ id, error: { code: -32601, message: "Method not found" } });
  });
}

/** The host: what it told, what it can do, and how to speak with the person. */
export const host = {
  context: {} as McpUiHostContext,
  capabilities: {} as JsonObject,
  speech: chooseSpeech(undefined),
};

export const can = (capability: string): boolean => capability in host.capabilities;

/** Why something did not happen, as a sentence for the person. */
export class Refusal extends Error {
  readonly failure: Partial<Failure>;
  constructor(message: string, failure: Partial<Failure> = {}) {
    super(message);
    this.failure = failure;
  }
}

/** The failure of a call, in the language of the person. */
export function toRefusal(result: JsonObject): Refusal {
  const failure = readFailure(result);
  return new Refusal(explainFailure(failure, host.speech.words), failure);
}

/** Asks the host for something. Throws a {@link Refusal}. */
export async function ask(method: string, params: object): Promise<JsonObject> {
  const silence = new Promise<JsonObject>((_, reject) => setTimeout(reject, patience));
  const answer = Promise.race([request(method, params), silence]);
  const result = await answer.catch((): JsonObject => ({ isError: true }));
  if (result["isError"] !== true) return result;
  throw method === "tools/call" ? toRefusal(result) : new Refusal(host.speech.words.common.notAllowed);
}

/**
 * Tells the model what the person chose, where the host offers it. A host may keep the last message of all pages alone, so each one
 * says what it is about. Some hosts accept it and drop it, so nothing depends on it.
 */
export function share(data: object): void {
  const { updateModelContext } = host.capabilities;
  if (updateModelContext === undefined) return;
  const params =
    "structuredContent" in toObject(updateModelContext)
      ? { structuredContent: data }
      : { content: [{ type: "text", text: JSON.stringify(data) }] };
  request("ui/update-model-context", params).catch(() => {});
}
