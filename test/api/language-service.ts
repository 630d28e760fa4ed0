/** Gets what an editor shows in a program, from TypeScript's language service. */
import { spawn } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Message {
  id?: number;
  method?: string;
  params?: { items?: unknown[] };
  result?: unknown;
}

/** What an editor shows at each place marked with `/*?*\/` before it. The program is in the repository's root. */
export async function hover(program: string): Promise<string[]> {
  const server = startServer();
  try {
    const uri = pathToFileURL(`${root}/hover.ts`).href;
    const hoverFormat = { textDocument: { hover: { contentFormat: ["markdown"] } } };
    await server.request("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(root).href,
      capabilities: hoverFormat,
    });
    server.send({ method: "initialized", params: {} });
    const text = program.replaceAll("/*?*/", "");
    server.send({
      method: "textDocument/didOpen",
      params: { textDocument: { uri, languageId: "typescript", version: 1, text } },
    });
    const shown: string[] = [];
    for (const position of listPositions(program)) {
      const found = await server.request("textDocument/hover", { textDocument: { uri }, position });
      shown.push((found as { contents?: { value: string } } | null)?.contents?.value ?? "");
    }
    return shown;
  } finally {
    server.stop();
  }
}

function listPositions(program: string) {
  return program.split("\n").flatMap((text, line) => {
    const parts = text.split("/*?*/").slice(0, -1);
    return parts.map((_, index) => ({ line, character: parts.slice(0, index + 1).join("").length }));
  });
}

function startServer() {
  const child = spawn(process.execPath, [`${root}/node_modules/typescript/lib/tsc.js`, "--lsp", "--stdio"], {
    cwd: root,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const pending = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let rest = Buffer.alloc(0);
  let requests = 0;
  const send = (message: object) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const receive = ({ id, method, params, result }: Message) => {
    if (id === undefined) return;
    if (method === undefined) pending.get(id)?.resolve(result);
    else send({ id, result: params?.items?.map(() => null) ?? null });
  };
  child.stdout.on("data", (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    for (let end = rest.indexOf("\r\n\r\n"); end >= 0; end = rest.indexOf("\r\n\r\n")) {
      const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, end).toString())?.[1]);
      if (rest.length < end + 4 + length) return;
      receive(JSON.parse(rest.subarray(end + 4, end + 4 + length).toString()) as Message);
      rest = rest.subarray(end + 4 + length);
    }
  });
  child.once("close", (code) => {
    for (const { reject } of pending.values()) reject(new Error(`The language server ended with ${code}`));
  });
  return {
    send,
    request(method: string, params: object): Promise<unknown> {
      requests += 1;
      const id = requests;
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        send({ id, method, params });
      });
    },
    stop: () => child.kill(),
  };
}
