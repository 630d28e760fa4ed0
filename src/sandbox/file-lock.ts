import { createHash } from "node:crypto";
import { lstatSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

// Node cannot lock a file, and a lock file stays when its process is killed. The name of a local socket has one listener
// at a time, and the operating system frees it when the process ends.

const maxAttempts = 50;
const retryMs = 20;

/**
 * Locks a data file for one sandbox on this machine. Returns the function that releases the lock. Throws when another
 * sandbox has locked the file, also when that sandbox does not respond within `ownerTimeoutMs`. Containers with separate
 * networks do not see each other's locks.
 */
export async function acquireFileLock(
  path: string,
  { platform = process.platform, ownerTimeoutMs = 1000 } = {},
): Promise<() => void> {
  const address = lockAddress(path, platform);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const server = await bind(address);
    if (server !== null) return () => void server.close();
    const owner = await requestOwner(address, ownerTimeoutMs);
    if (owner !== null) throw new Error(describeOwner(path, owner));
    // At the first attempt the owner may not listen yet.
    if (attempt > 0) removeDeadSocket(address);
    await sleep(retryMs);
  }
  throw new Error(
    `${path}: cannot lock the data file, because another program uses the socket ${address.replace("\0", "@")}`,
  );
}

/** The name of the socket: made from the folder's inode, so that every path to a file gives the same name. */
function lockAddress(path: string, platform: NodeJS.Platform): string {
  const { dev, ino } = statSync(dirname(path), { bigint: true });
  // Most file systems of macOS and Windows ignore case.
  const name = platform === "linux" ? basename(path) : basename(path).toLowerCase();
  const hash = createHash("sha512").update(`${dev}:${ino}:${name}`).digest("hex");
  // Uses all 108 bytes of an abstract name: Node 20 pads shorter names with zeros, Node 24 does not.
  if (platform === "linux") return `\0rallly-sandbox-${hash}`.slice(0, 108);
  if (platform === "win32") return `\\\\.\\pipe\\rallly-sandbox-${hash}`;
  return join(tmpdir(), `rallly-sandbox-${hash.slice(0, 16)}.sock`);
}

/** Listens at an address and sends the process id to every connection. Returns null when the address is taken. */
function bind(address: string): Promise<Server | null> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(String(process.pid), () => socket.destroy());
  });
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(null);
      else reject(error);
    });
    server.listen({ path: address, exclusive: true }, () => resolve(server));
  });
}

/** The process id that the listener at an address sends; empty without an id, null without a listener. */
function requestOwner(address: string, timeoutMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(address);
    socket.setTimeout(timeoutMs, () => {
      resolve("");
      socket.destroy();
    });
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (text.length > 20) socket.destroy();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      // With every other error (EACCES, EAGAIN) there is a listener.
      if (!["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"].includes(error.code ?? "")) resolve("");
    });
    socket.on("close", () => resolve(/^\d+$/.test(text) ? text : null));
  });
}

function describeOwner(path: string, pid: string): string {
  if (pid === String(process.pid))
    return `${path} is in use by another sandbox of this process. Close that sandbox first.`;
  const owner = pid === "" ? "another sandbox" : `another sandbox (process ${pid})`;
  return `${path} is in use by ${owner}. Stop that sandbox, or use another data file.`;
}

// A socket that is a file stays when its process is killed. Two sandboxes that remove it at the same time may both
// start; then the journal of the first one fails at its next write.
function removeDeadSocket(address: string): void {
  if (!address.endsWith(".sock")) return;
  if (lstatSync(address, { throwIfNoEntry: false })?.isSocket()) rmSync(address, { force: true });
}
