/**
 * The whole life of a poll, from an AI assistant and from a Zap, against the local sandbox. Prints a transcript and
 * ends non-zero as soon as anything differs from what it should be.
 */
import { startSandbox } from "../src/sandbox/index.ts";
import { connectAssistant, openZap } from "./demo/assistant.ts";
import { createByAssistant, createByZap } from "./demo/creation.ts";
import { answerPoll, decide, pageThrough, readPoll } from "./demo/reading.ts";
import { deletePolls, refuseMistakes } from "./demo/refusals.ts";
import { findMonday, quote, say, scene } from "./demo/transcript.ts";

const sandbox = await startSandbox();
const assistant = await connectAssistant(sandbox.apiKey, sandbox.url);
const zap = openZap(sandbox.apiKey, sandbox.url);
const monday = findMonday();
const stage = { sandbox, assistant, zap, monday };

try {
  scene("A sandbox, an assistant and a Zap");
  say(
    "A poll offers days or times, people say when they can come, one is picked. Rallly is imitated on this",
  );
  say(
    "machine by a sandbox that holds some polls already; nothing leaves the machine. ✓ marks what was checked.",
  );
  say(
    "\nThe assistant is an MCP client that a script plays; “quotes” are what a person might say to it. Its tools:",
  );
  quote((await assistant.listTools()).join(", "));

  const polls = await createByAssistant(stage);
  const fromZap = await createByZap(stage, polls);
  await answerPoll(stage, polls.windows);
  await readPoll(stage, polls.windows);
  await decide(stage, polls.windows);
  await pageThrough(stage);
  await refuseMistakes(stage);
  await deletePolls(stage, polls, fromZap);
  say("\nThat is the whole life of a poll. Next: README.md tells how to connect your own space.");
} catch (error) {
  console.error(`\nThe demo stopped. ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await assistant.close();
  await sandbox.close();
}
