import { request } from "undici";
import type { BodyShape, PollShape } from "./shapes.ts";

/** What a command may print: the API's JSON or a control route's. */
export type Printed = Partial<BodyShape<PollShape> & { id: string }>;

/** Plays a curl command without curl, which not every machine has: `-s`, `-X`, `-H` and `-d` are understood. */
export async function playCurl(command: string, variables: Record<string, string> = {}): Promise<Printed> {
  const filled = command
    .replace(/\\\n/g, " ")
    .replace(/\$([A-Z]+)/g, (_, name: string) => variables[name] ?? "");
  const words = [...filled.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
  const headers: Record<string, string> = {};
  let [method, url, body]: [string | null, string, string | null] = [null, "", null];
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "-s") continue;
    if (!word.startsWith("-")) url = word;
    else if (word === "-X") method = words[++at] ?? "";
    else if (word === "-H") Object.assign(headers, Object.fromEntries([(words[++at] ?? "").split(": ")]));
    else if (word === "-d") body = words[++at] ?? "";
    else throw new Error(`this curl does not know ${word}`);
  }
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const given = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const response = await request(url, {
    method: method ?? (body === null ? "GET" : "POST"),
    headers: { ...(body !== null && type), ...given },
    body,
  });
  return (await response.body.json()) as Printed;
}
