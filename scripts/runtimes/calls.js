/**
 * The calls that scripts/runtimes-check.ts makes in every runtime. Plain JavaScript without modules of Node, because every
 * runtime loads it from a project with the installed package.
 */
import { createClient, RalllyError, receiveWebhook } from "rallly-mcp/api";
import { planPoll } from "rallly-mcp/scheduling";
import { resolveLocal } from "rallly-mcp/time";

const title = "Runtime";
const body = { title, kind: "date", options: [{ date: "2037-03-02" }] };

const calls = {
  async everyOperation(client) {
    const { data: poll } = await client.createPoll(body);
    const { data: polls } = await client.listPolls({ limit: 100 });
    const read = await client.getPoll({ pollId: poll.id });
    const results = await client.getPollResults({ pollId: poll.id });
    const voted = polls.find(({ participantCount }) => participantCount > 0);
    const { data: people } = await client.listParticipants({ pollId: voted.id });
    const person = await client.getParticipant({ pollId: voted.id, participantId: people[0].id });
    const { openapi } = await client.getOpenApi();
    const deleted = await client.deletePoll({ pollId: poll.id });
    const gone = await client.getPoll({ pollId: poll.id }).catch(describe);
    return {
      created: poll.title,
      listed: polls.some(({ id }) => id === poll.id),
      same: read.data.id === poll.id && results.data.pollId === poll.id,
      people: people.length === voted.participantCount && person.data.id === people[0].id,
      openapi,
      deleted: deleted.data.deleted,
      gone,
    };
  },
  list: async (client) => ({ listed: (await client.listPolls()).data.length > 0 }),
  create: async (client) => ({ recovered: (await client.createPoll(body)).recovered === true }),
  async abort(client) {
    const reason = new Error("enough");
    const caller = new AbortController();
    setTimeout(() => caller.abort(reason), 100);
    return client.listPolls({}, { signal: caller.signal }).then(
      () => ({}),
      (error) => ({ aborted: error === reason }),
    );
  },
  async createTwice(client) {
    const created = await Promise.all([client.createPoll(body), client.createPoll(body)]);
    return { different: created[0].data.id !== created[1].data.id };
  },
  async readThenCreate(client) {
    const read = await client.getPoll({ pollId: "p1" }).catch(describe);
    return { read, created: await client.createPoll(body).catch(describe) };
  },
  async withoutRequests(_, { delivery }) {
    const event = receiveWebhook(delivery);
    const refused = await Promise.resolve()
      .then(() => receiveWebhook({ ...delivery, secret: "another" }))
      .catch(({ fault }) => fault);
    const windows = [{ startDate: "2037-03-28", endDate: "2037-03-29", from: "09:00", to: "11:00" }];
    const plan = planPoll(
      { title, kind: "time", timeZone: "Europe/Berlin", duration: 60, windows },
      { offsets: "absolute" },
    );
    const local = resolveLocal("2037-03-29T09:00", "Europe/Berlin");
    return { type: event.type, refused, options: plan.body.options.length, local: JSON.stringify(local) };
  },
};

const describe = (error) => {
  if (!(error instanceof RalllyError)) return { thrown: String(error) };
  const { name, outcome, code, status, attempts } = error;
  return { name, outcome, code, status, attempts };
};

/** Runs one call and resolves to what happened, as JSON. */
export async function run({ call, options, ...given }) {
  const events = [];
  const record = (name) => (event) =>
    events.push([name, event.operation, event.status ?? null, event.waitMs ?? null]);
  const client = createClient({
    ...options,
    reconcileDelaysMs: [50],
    backoffMs: 1,
    onResponse: record("response"),
    onRetry: record("retry"),
  });
  const result = await calls[call](client, given).catch(describe);
  return JSON.stringify({ result, events });
}
