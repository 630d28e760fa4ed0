// Receives webhooks: verifies each delivery, drops repeats, and reads the poll.
//
//   npm install hono @hono/node-server and the file of `npm pack` in the clone
//   WEBHOOK_SECRET=whsec_... RALLLY_API_KEY=sk_... node webhook-receiver.ts
//
// package.json needs "type": "module". PORT and HOST are where it listens: by default 3000 on this machine alone. To try it, start a sandbox
// on port 4270, set RALLLY_BASE_URL, and take WEBHOOK_SECRET from the response of
//   curl http://127.0.0.1:4270/sandbox/webhooks -d '{"url": "http://127.0.0.1:3000/"}'
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createClient } from "rallly-connect";
import { receiveWebhook, WebhookError, type WebhookEvent } from "rallly-connect/webhooks";

const client = createClient({
  apiKey: process.env.RALLLY_API_KEY,
  baseUrl: process.env.RALLLY_BASE_URL,
  deadlineMs: 8000, // The service waits ten seconds for a response.
});

// Deliveries arrive at least once, and for up to 15 hours. A database keeps the ids across restarts.
const seen = new Map<string, number>();
const keepMs = 24 * 3_600_000;

async function handle(event: WebhookEvent): Promise<void> {
  if (event.type !== "poll.participant.created") return;
  // Events carry ids only, and arrive in any order: read the poll for its current state.
  const { data: poll } = await client.getPoll({ pollId: event.data.poll.id });
  console.log(`${poll.title}: ${poll.participantCount} answered`);
}

const app = new Hono();
app.use(bodyLimit({ maxSize: 1_048_576, onError: (context) => context.body(null, 413) }));
app.onError((error, context) => {
  // "options": this program's own mistake, such as no secret. The service sends the delivery again after a 5xx.
  const refused = error instanceof WebhookError && error.fault !== "options";
  if (!refused) console.error(String(error));
  return context.body(null, refused ? 400 : 500);
});
app.post("/", async (context) => {
  const event = await receiveWebhook({
    body: new Uint8Array(await context.req.arrayBuffer()),
    signature: context.req.header("x-rallly-signature"),
    secret: process.env.WEBHOOK_SECRET,
  });
  const now = Date.now();
  for (const [id, time] of seen) if (now - time > keepMs) seen.delete(id);
  if (!seen.has(event.id)) {
    seen.set(event.id, now);
    await handle(event).catch((error: unknown) => {
      seen.delete(event.id); // The service sends the event again.
      throw error;
    });
  }
  return context.body(null, 204);
});

const { PORT = "3000", HOST = "127.0.0.1" } = process.env;
serve({ fetch: app.fetch, port: Number(PORT), hostname: HOST });
