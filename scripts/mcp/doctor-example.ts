import { runDoctor } from "../../mcp/doctor/index.ts";
import { createUndiciTransport, type Transport } from "../../src/api/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";

/** The output of `rallly-mcp doctor` on a sandbox whose document has a shorter title and a new field, the same in every run. */
export async function runDoctorExample(): Promise<string> {
  const sandbox = await startSandbox({ limits: "service" });
  const send = createUndiciTransport();
  const transport: Transport = async (request) => {
    const response = await send(request);
    return request.url.endsWith("/openapi") ? { ...response, text: alter(response.text) } : response;
  };
  let output = "";
  try {
    await runDoctor([], {
      environment: { RALLLY_API_KEY: sandbox.apiKey, RALLLY_BASE_URL: sandbox.url },
      transport,
      write: (text) => (output += text),
    });
  } finally {
    await sandbox.close();
  }
  return withFixedValues(output);
}

function alter(text: string): string {
  const document = JSON.parse(text);
  const { CreateDatePoll, CreateTimePoll, Participant } = document.components.schemas;
  for (const { properties } of [CreateDatePoll, CreateTimePoll]) properties.title.maxLength = 100;
  Participant.properties.language = { type: "string" };
  return JSON.stringify(document);
}

// These differ from run to run.
function withFixedValues(output: string): string {
  return output
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:4270")
    .replace(/(?<=Node\.js +)[\d.]+/, "24.21.0")
    .replace(/(?<=responds in )\d+/, "24")
    .replace(/(?<=new in )\d+/, "60");
}
