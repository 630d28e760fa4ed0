/**
 * Runs the installed package in the runtime that starts this program, against a sandbox: `node runtimes.js`, `bun runtimes.js` or
 * `deno run runtimes.js`. RALLLY_BASE_URL and RALLLY_API_KEY name the sandbox. Throws at the first difference. Plain JavaScript,
 * because every runtime loads it from a folder without tools.
 */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer } from "node:net";
import { createClient } from "rallly-connect";
import { planPoll } from "rallly-connect/scheduling";
import { resolveLocal } from "rallly-connect/time";
import { receiveWebhook } from "rallly-connect/webhooks";

const { RALLLY_BASE_URL: baseUrl, RALLLY_API_KEY: apiKey } = process.env;
const client = createClient({ apiKey, baseUrl });
const title = "Runtime";
const body = { title, kind: "date", options: [{ date: "2037-03-02" }] };

/** Makes the sandbox apply one fault to the next matching request, or none. */
async function setFault(rule) {
  const rules = rule ? [{ times: 1, ...rule }] : [];
  const response = await fetch(new URL("/sandbox/faults", baseUrl), {
    method: "POST",
    body: JSON.stringify({ rules }),
  });
  assert.equal(response.status, 200);
}

async function countPolls() {
  const { data } = await client.listPolls({ limit: 100 });
  return data.filter((poll) => poll.title === title).length;
}

/** What is promised of an error. */
const describe = ({ outcome, code, status }) => ({ outcome, code, status });

const list = async (options = {}) => {
  const { data } = await createClient({ apiKey, baseUrl, ...options }).listPolls();
  assert.ok(data.length > 0);
};
const reset = { fault: { kind: "reset" } };
const hang = { fault: { kind: "hang" } };

/** Each scenario with the fault of its first request. */
const scenarios = {
  "every operation": {
    async run() {
      const { data: poll } = await client.createPoll(body);
      assert.equal((await client.getPoll({ pollId: poll.id })).data.title, title);
      assert.equal((await client.getPollResults({ pollId: poll.id })).data.pollId, poll.id);
      const { data: polls } = await client.listPolls({ limit: 100 });
      const voted = polls.find(({ participantCount }) => participantCount > 0);
      const { data: people } = await client.listParticipants({ pollId: voted.id });
      assert.equal(people.length, voted.participantCount);
      const [{ id }] = people;
      assert.equal((await client.getParticipant({ pollId: voted.id, participantId: id })).data.id, id);
      assert.ok((await client.getOpenApi()).openapi);
      assert.equal((await client.deletePoll({ pollId: poll.id })).data.deleted, true);
      const gone = await client.getPoll({ pollId: poll.id }).catch(describe);
      assert.deepEqual(gone, { outcome: "refused", code: "POLL_NOT_FOUND", status: 404 });
    },
  },
  "a retry after 429": {
    fault: { fault: { kind: "respond", status: 429, headers: { "Retry-After": "1" } } },
    run: list,
  },
  "a lost connection": { fault: reset, run: list },
  "a response cut short": { fault: { fault: { kind: "truncate" } }, run: list },
  "a time limit of one attempt": { fault: hang, run: () => list({ timeoutMs: 300 }) },
  "the deadline": {
    fault: hang,
    async run() {
      const { code } = await list({ deadlineMs: 500 }).catch(describe);
      assert.equal(code, "DEADLINE_EXCEEDED");
    },
  },
  "an abort": {
    fault: hang,
    async run() {
      const caller = new AbortController();
      const reason = new Error("enough");
      setTimeout(() => caller.abort(reason), 100);
      await assert.rejects(client.listPolls({}, { signal: caller.signal }), reason);
    },
  },
  "a create whose response is lost": {
    fault: { ...reset, method: "POST", when: "after" },
    polls: 1,
    run: async () => assert.equal((await client.createPoll(body)).recovered, true),
  },
  "a create that is lost": {
    fault: { ...reset, method: "POST" },
    run: async () => assert.equal((await client.createPoll(body).catch(describe)).outcome, "unknown"),
  },
  "two equal creates at once": {
    polls: 2,
    async run() {
      const [one, other] = await Promise.all([client.createPoll(body), client.createPoll(body)]);
      assert.notEqual(one.data.id, other.data.id);
    },
  },
  "a create on a kept connection that closes is sent once": { run: checkSentOnce },
  "webhooks, plans and times": { run: checkWithoutRequests },
};

/** Closes each connection at its second request: some runtimes send such a request again. */
async function checkSentOnce() {
  const error = '{"error":{"code":"POLL_NOT_FOUND","message":"Poll not found"}}';
  const head = `HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: ${error.length}`;
  let creates = 0;
  const server = createServer((socket) => {
    let count = 0;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      // A body may arrive after its head.
      if (!/^(?:GET|POST) /.test(String(chunk))) return;
      count += 1;
      const isCreate = String(chunk).startsWith("POST");
      if (isCreate) creates += 1;
      if (isCreate || count > 1) socket.destroy();
      else socket.write(`${head}\r\n\r\n${error}`);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/v1`;
  const single = createClient({ apiKey, baseUrl: url, attempts: 1 });
  await single.getPoll({ pollId: "p1" }).catch(() => {});
  const { outcome } = await single.createPoll(body).catch(describe);
  server.close();
  assert.deepEqual([outcome, creates], ["unknown", 1]);
}

async function checkWithoutRequests() {
  const secret = "whsec_test";
  const event = {
    version: "2026-09-20",
    id: "evt_1",
    type: "poll.deleted",
    createdAt: "2026-11-22T00:00:00.000Z",
    data: { poll: { id: "p1" } },
  };
  const text = JSON.stringify(event);
  const time = Math.floor(Date.now() / 1000);
  const signature = `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${text}`).digest("hex")}`;
  assert.equal((await receiveWebhook({ body: text, signature, secret })).type, "poll.deleted");
  await assert.rejects(async () => receiveWebhook({ body: text, signature, secret: "another" }));
  const windows = [{ startDate: "2037-03-28", endDate: "2037-03-29", from: "09:00", to: "11:00" }];
  const request = { title, kind: "time", timeZone: "Europe/Berlin", duration: 60, windows };
  const { body: planned } = planPoll(request, { offsets: "absolute", now: Date.now() });
  assert.equal(planned.options.length, 4);
  // The clocks change in that night.
  assert.match(JSON.stringify(resolveLocal("2037-03-29T09:00", "Europe/Berlin")), /2037-03-29T07:00/);
}

for (const [name, { fault, polls = 0, run }] of Object.entries(scenarios)) {
  await setFault(fault);
  await run().catch((cause) => {
    throw new Error(`failed: ${name}`, { cause });
  });
  await setFault();
  assert.equal(await countPolls(), polls, name);
  for (const { id, title: name } of (await client.listPolls({ limit: 100 })).data)
    if (name === title) await client.deletePoll({ pollId: id });
}
const runtime = ["Deno", "Bun"].find((name) => name in globalThis) ?? "Node";
console.log(`ok  ${runtime}: ${Object.keys(scenarios).length} scenarios`);
process.exit(0);
