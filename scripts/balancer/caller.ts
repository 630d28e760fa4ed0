import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** A poll that a caller has created. */
export interface CreatedPoll {
  id: string;
  title: string;
  deleted: boolean;
}

/** A caller with a key of its own. */
export interface Caller {
  name: string;
  created: CreatedPoll[];
  /** Makes call number `index`: a create, or something with an earlier poll. Throws when the response is wrong. Never retries. */
  call(index: number, other: Caller): Promise<void>;
  close(): Promise<void>;
}

const replicaHeader = "x-served-by";

/** Connects a caller through the balancer. `served` is called with the replica of every response. */
export async function connectCaller(
  name: string,
  url: string,
  headers: Record<string, string>,
  served: (replica: string) => void,
): Promise<Caller> {
  const client = new Client(
    { name: "balancer-check", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
  );
  // A confirmation is a second request, which may reach the other replica.
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { confirm: true } }));
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers },
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        served(response.headers.get(replicaHeader) ?? "balancer");
        return response;
      },
    }),
  );
  const created: CreatedPoll[] = [];

  const callTool = async (tool: string, input: Record<string, unknown>) => {
    const { isError, content, structuredContent } = await client.callTool({ name: tool, arguments: input });
    return {
      isError: isError === true,
      text: JSON.stringify(content),
      data: (structuredContent ?? {}) as Record<string, unknown>,
    };
  };
  const expectData = async (
    tool: string,
    input: Record<string, unknown>,
    expected: Record<string, unknown>,
  ) => {
    const { isError, text, data } = await callTool(tool, input);
    assert.ok(!isError, `${tool}: ${text}`);
    for (const [field, value] of Object.entries(expected))
      assert.equal(data[field], value, `${tool}: ${text}`);
    return data;
  };
  const create = async (index: number) => {
    const title = `${name} ${index}`;
    const data = await expectData("create_poll", { title, dates: ["2037-03-02"] }, { created: true, title });
    created.push({ id: String(data["pollId"]), title, deleted: false });
  };
  const readForeign = async (poll: CreatedPoll) => {
    const { isError, text } = await callTool("get_poll", { pollId: poll.id });
    assert.ok(isError && !text.includes(poll.title), `${name} reads a poll of another space: ${text}`);
  };
  const remove = async (poll: CreatedPoll) => {
    poll.deleted = true;
    await expectData("delete_poll", { pollId: poll.id, confirmTitle: poll.title }, { deleted: true });
  };

  return {
    name,
    created,
    async call(index, other) {
      const kept = created.filter(({ deleted }) => !deleted);
      // Other calls read the newest poll at the same time, so delete an older one.
      const [oldest, newest] = [kept.length > 50 ? kept[0] : undefined, kept.at(-1)];
      if (index % 2 === 0 || newest === undefined) await create(index);
      else if (index % 25 === 1 && oldest) await remove(oldest);
      else if (index % 25 === 3 && other.created[0]) await readForeign(other.created[0]);
      else await expectData("get_poll", { pollId: newest.id }, { id: newest.id, title: newest.title });
    },
    close: () => client.close(),
  };
}
