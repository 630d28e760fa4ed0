/**
 * Lets clients that other people wrote list and call every tool of the built server on a sandbox. Ends non-zero when
 * one of them does not get what it should.
 */
import { startSandbox } from "../src/sandbox/index.ts";
import { aiSdk, inspector, mcporter, type ThirdParty } from "./mcp/third-parties.ts";

const sandbox = await startSandbox({ limits: "none" });
const env = { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url };
const parties = [await aiSdk(env), mcporter(env), inspector(env)];
let [passed, failed] = [0, 0];

for (const party of parties) {
  try {
    const called = await playPoll(party);
    const missing = (await party.listTools()).filter((name) => !called.includes(name));
    if (missing.length > 0) throw new Error(`never called: ${missing.join(", ")}`);
    console.log(`ok   ${party.name}: ${called.join(", ")}`);
    passed += 1;
  } catch (error) {
    console.log(`FAIL ${party.name}: ${error instanceof Error ? error.message : String(error)}`);
    failed += 1;
  } finally {
    await party.close();
  }
}
await sandbox.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** The life of a poll, calling every tool once. Gives the names of the tools called. */
async function playPoll(party: ThirdParty): Promise<string[]> {
  const called: string[] = [];
  const call = async (tool: string, input: Record<string, unknown>, expected: Record<string, unknown>) => {
    const data = await party.call(tool, input);
    called.push(tool);
    for (const [name, value] of Object.entries(expected)) {
      if (data[name] !== value)
        throw new Error(`${tool}: ${name} is ${JSON.stringify(data[name])}, not ${JSON.stringify(value)}`);
    }
    return data;
  };
  const title = `Retro with ${party.name}`;
  const windows = [{ startDate: "2037-03-02", endDate: "2037-03-03", from: "09:00", to: "11:00" }];
  const made = await call(
    "create_poll",
    { title, timeZone: "Europe/Berlin", duration: 60, windows },
    { created: true, optionCount: 4 },
  );
  const pollId = String(made["pollId"]);
  const voter = sandbox.vote(pollId, { name: "Ada", choices: { "2037-03-02T08:00:00Z": "yes" } });
  await call("list_polls", { query: title, limit: 5 }, { hasMore: false });
  await call("get_poll", { pollId }, { title, optionCount: 4 });
  await call("get_poll_results", { pollId }, { participants: 1 });
  await call("find_best_times", { pollId, required: ["Ada"] }, { people: 1, fits: true });
  await call("list_participants", { pollId, includeEmails: true }, { participantCount: 1 });
  await call("get_participant", { pollId, participantId: voter.id }, { name: "Ada" });
  await call("delete_poll", { pollId, confirmTitle: title }, { deleted: true });
  return called;
}
