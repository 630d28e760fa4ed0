import { request } from "undici";
import type { BodyShape, PollShape } from "./shapes.ts";

/** The output of a command: JSON of the API or of a control route. */
export type Printed = Partial<BodyShape<PollShape> & { id: string }>;

/** Runs a curl command without curl, which may not be installed. Supports `-s`, `-X`, `-H` and `-d`. */
export async function runCurl(command: string, variables: Record<string, string> = {}): Promise<Printed> {
  const filled = command
    .replace(/\\\n/g, " ")
    .replace(/\$([A-Z]+)/g, (_, name: string) => variables[name] ?? "");
  const args = [...filled.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
  const headers: Record<string, string> = {};
  let [method, url, body]: [string | null, string, string | null] = [null, "", null];
  for (let at = 1; at < args.length; at++) {
    const argument = args[at] ?? "";
    if (argument === "-s") continue;
    if (!argument.startsWith("-")) url = argument;
    else if (argument === "-X") method = args[++at] ?? "";
    else if (argument === "-H") Object.assign(headers, Object.fromEntries([(args[++at] ?? "").split(": ")]));
    else if (argument === "-d") body = args[++at] ?? "";
    else throw new Error(`unsupported curl option ${argument}`);
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
