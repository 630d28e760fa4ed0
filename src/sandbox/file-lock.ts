import { createHash } from "node:crypto";
import { lstatSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

// Node cannot lock a file, and a lock file outlives a killed process. A local socket name has one listener at a time,
// and the system frees it when its process ends. No file beside the data file is created, changed or removed.

const maxAttempts = 50;
const retryMs = 20;
const ownerTimeoutMs = 1000;

/**
 * Locks a data file for one sandbox of this machine and returns the function that releases it. Throws when another
 * sandbox has the file, in this process or in another one. Containers with networks of their own do not see each other.
 */
export async function acquireFileLock(path: string, platform = process.platform): Promise<() => void> {
  const address = lockAddress(path, platform);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const server = await bind(address);
    if (server !== null) return () => void server.close();
    const owner = await askOwner(address);
    if (owner !== null) throw new Error(describeOwner(path, owner));
    // At the first attempt the owner may be about to listen.
    if (attempt > 0) removeDeadSocket(address);
    await sleep(retryMs);
  }
  throw new Error(`${path} could not be locked: something else uses ${address.replace("\0", "@")}`);
}

/** The name of the socket. It is made from the folder's inode, so that every path to one file has the same name. */
function lockAddress(path: string, platform: NodeJS.Platform): string {
  const { dev, ino } = statSync(dirname(path), { bigint: true });
  // Most file systems of macOS and Windows do not tell upper from lower case.
  const name = platform === "linux" ? basename(path) : basename(path).toLowerCase();
  const hash = createHash("sha512").update(`${dev}:${ino}:${name}`).digest("hex");
  // An abstract name of full length (108 bytes): Node 20 pads shorter ones with zeros, Node 24 does not.
  if (platform === "linux") return `\0rallly-sandbox-${hash}`.slice(0, 108);
  if (platform === "win32") return `\\\\.\\pipe\\rallly-sandbox-${hash}`;
  return join(tmpdir(), `rallly-sandbox-${hash.slice(0, 16)}.sock`);
}

/** Listens at an address; null when it is taken. Every connection gets the number of this process. */
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

/** The process number that the listener at an address sends; empty when it sends none, null when it has ended. */
function askOwner(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(address);
    socket.setTimeout(ownerTimeoutMs, () => {
      resolve("");
      socket.destroy();
    });
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (text.length > 20) socket.destroy();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      // Other errors than these (EACCES, EAGAIN) come from a listener that lives.
      if (!["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"].includes(error.code ?? "")) resolve("");
    });
    socket.on("close", () => resolve(/^\d+$/.test(text) ? text : null));
  });
}

function describeOwner(path: string, pid: string): string {
  if (pid === String(process.pid))
    return `${path} is in use by another sandbox of this process: close that one first`;
  const owner = pid === "" ? "another sandbox" : `another sandbox (process ${pid})`;
  return `${path} is in use by ${owner}: stop that one, or use another data file`;
}

// Only where the socket is a file does it outlive a killed process. Two sandboxes that remove it at the same moment may
// both start; the journal of the first one then refuses to write.
function removeDeadSocket(address: string): void {
  if (!address.endsWith(".sock")) return;
  if (lstatSync(address, { throwIfNoEntry: false })?.isSocket()) rmSync(address, { force: true });
}
