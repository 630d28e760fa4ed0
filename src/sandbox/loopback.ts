import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether an IP address (IPv6 without brackets, IPv4-mapped included) is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  // BlockList throws for an address with a zone (`fe80::1%eth0`).
  if (family === 0 || address.includes("%")) return false;
  return loopback.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** Whether a host name, as in a URL or a `Host` header without port, is `localhost` or a loopback address. */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname
    .toLowerCase()
    .replace(/\.$/, "")
    .replace(/^\[(.*)\]$/, "$1");
  return name === "localhost" || isLoopbackAddress(name);
}

/**
 * Whether a `Host` header names this server: a loopback host and the port of `origin`. Anything else comes from a web
 * page whose name was made to resolve to this machine (DNS rebinding); the demo keys are public and would not stop it.
 */
export function isOwnHost(host: string | undefined, origin: string): boolean {
  const [, hostname, port = "80"] = /^(\[[^\]]*\]|[^:[\]]+)(?::(\d+))?$/.exec(host ?? "") ?? [];
  return hostname !== undefined && isLoopbackHost(hostname) && port === (new URL(origin).port || "80");
}

/** Whether an `Origin` header names a web page that this server did not send. */
export function isForeignPage(pageOrigin: string | undefined, origin: string): boolean {
  if (pageOrigin === undefined) return false;
  return !(pageOrigin.startsWith("http://") && isOwnHost(pageOrigin.slice("http://".length), origin));
}
