// Creates a poll, and later prints who can come when.
//
//   npm install                    the file of `npm pack` in the clone
//   node client.ts                 creates the poll and prints its id
//   node client.ts <poll id>       prints the votes, best time first
//
// Set RALLLY_API_KEY, and RALLLY_BASE_URL for a sandbox. package.json needs "type": "module". In a checkout of rallly-connect it
// runs as it is: npx node examples/client.ts
import { createClient, RalllyError } from "rallly-connect";
import { PlanError, planPoll, rankOptions } from "rallly-connect/scheduling";
import { formatOption } from "rallly-connect/time";

const client = createClient({
  apiKey: process.env.RALLLY_API_KEY,
  baseUrl: process.env.RALLLY_BASE_URL,
});

async function create(): Promise<void> {
  const request = {
    title: "Design review",
    kind: "time",
    timeZone: "Europe/Berlin",
    duration: 60,
    // Clock times in Berlin. An hour that the clocks skip or show twice is reported, never guessed.
    windows: [{ startDate: "2030-03-04", endDate: "2030-03-05", from: "14:00", to: "16:00" }],
  } as const;
  const { body, notes } = planPoll(request, { offsets: "must-match", now: Date.now() });
  for (const { message } of notes) console.log(message);
  const { data: poll } = await client.createPoll(body);
  console.log(`${poll.id}: invite people with ${poll.inviteUrl}`);
}

async function report(pollId: string): Promise<void> {
  const [{ data: poll }, { data: participants }] = await Promise.all([
    client.getPoll({ pollId }),
    client.listParticipants({ pollId }),
  ]);
  const { best, options } = rankOptions({ poll, participants, now: Date.now() });
  for (const { number, option, available, yes } of options)
    console.log(
      `${number}. ${formatOption(option, poll.timeZone)}: ${available} can come, ${yes} of them like it`,
    );
  if (best === null) console.log("Nobody can come yet.");
  else console.log(`Best: ${formatOption(best.option, poll.timeZone)}, ${best.available} can come.`);
}

try {
  const [pollId] = process.argv.slice(2);
  await (pollId === undefined ? create() : report(pollId));
} catch (error) {
  if (error instanceof PlanError) console.error(error.problems);
  else if (error instanceof RalllyError) console.error(`${error.code}: ${error.message}`);
  else throw error;
  process.exitCode = 1;
}
