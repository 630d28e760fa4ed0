/**
 * The whole life of a poll, from an AI assistant and from a Zap, against the local sandbox. Prints a transcript and
 * ends non-zero as soon as anything differs from what it should be.
 */
import { startSandbox } from "../src/sandbox/index.ts";
import { connectAssistant } from "./demo/assistant.ts";
import { findMonday } from "./demo/calendar.ts";
import { createByAssistant, createByZap } from "./demo/creation.ts";
import { decide } from "./demo/decision.ts";
import { deletePolls } from "./demo/deletion.ts";
import { pageThrough, readPoll } from "./demo/reading.ts";
import { refuseMistakes } from "./demo/refusals.ts";
import { say, scene } from "./demo/transcript.ts";
import { answerPoll } from "./demo/voting.ts";
import { openZap } from "./demo/zap.ts";

const sandbox = await startSandbox();
const assistant = await connectAssistant(sandbox.apiKey, sandbox.url);
const zap = openZap(sandbox.apiKey, sandbox.url);
const monday = findMonday();
const stage = { sandbox, assistant, zap, monday };

try {
  scene("A sandbox, an assistant and a Zap");
  say("The service is imitated on this machine and holds some polls already. Nothing leaves the machine.");
  say(`The assistant's tools: ${(await assistant.listTools()).join(", ")}.`);

  const polls = await createByAssistant(stage);
  const fromZap = await createByZap(stage, polls);
  await answerPoll(stage, polls.windows);
  await readPoll(stage, polls.windows);
  await pageThrough(stage);
  await refuseMistakes(stage);
  await deletePolls(stage, polls, fromZap);
  await decide(stage, polls.windows);
  say("\nThat is the whole life of a poll. Next: README.md tells how to connect your own space.");
} catch (error) {
  console.error(`\nThe demo stopped. ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await assistant.close();
  await sandbox.close();
}
