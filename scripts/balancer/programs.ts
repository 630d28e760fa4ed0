import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../bundle/root.ts";

/** A running program of the check. */
export interface Program {
  /** Ends the program with SIGTERM and returns its exit code. */
  stop(): Promise<number | null>;
  /** What the program has logged. */
  log(): string;
}

function start(command: string, args: string[], env: NodeJS.ProcessEnv): Program & { child: ChildProcess } {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece) => {
      output += piece;
    });
  child.on("error", (error) => {
    output += error.message;
  });
  return {
    child,
    log: () => output,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const closed = once(child, "close");
        child.kill("SIGTERM");
        await closed;
      }
      return child.exitCode;
    },
  };
}

const maxStartMs = 60_000;

/** Waits until a program is ready. Throws with its log when it exits before, or after a minute. */
async function waitFor({ child, log }: ReturnType<typeof start>, isReady: () => Promise<boolean> | boolean) {
  const end = performance.now() + maxStartMs;
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > end) throw new Error(`did not start: ${log()}`);
    await sleep(50);
  }
}

/** A free port of loopback. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** The arguments that the container image gives to the server. */
function listImageArguments(): string[] {
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
  const [, entry = "[]"] = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile) ?? [];
  return (JSON.parse(entry) as string[]).slice(2);
}

/** Starts the built server as the container image does, but on loopback. */
export async function startReplica(port: number, env: Record<string, string>): Promise<Program> {
  const args = [...listImageArguments(), "--host", "127.0.0.1", "--port", String(port)];
  const replica = start(process.execPath, [join(root, "dist/mcp/main.js"), ...args], {
    ...env,
    NODE_ENV: "production",
  });
  await waitFor(replica, () => replica.log().includes("serving http"));
  return replica;
}

/** The path of HAProxy, or null when it is not installed. Debian installs it where only root has it on PATH. */
export function findHaproxy(): string | null {
  const paths = ["haproxy", "/usr/sbin/haproxy", "/usr/local/sbin/haproxy"];
  return paths.find((path) => spawnSync(path, ["-v"]).status === 0) ?? null;
}

/** Starts HAProxy with the configuration of compose.yaml. Resolves once both replicas are in use. */
export async function startBalancer(haproxy: string, port: number, replicas: [number, number]) {
  const balancer = start(haproxy, ["-db", "-f", join(root, "deploy/haproxy.cfg")], {
    ...process.env,
    BALANCER_BIND: `127.0.0.1:${port}`,
    REPLICA_1: `127.0.0.1:${replicas[0]}`,
    REPLICA_2: `127.0.0.1:${replicas[1]}`,
  });
  const health = `http://127.0.0.1:${port}/health`;
  await waitFor(balancer, () =>
    fetch(health).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return balancer;
}
