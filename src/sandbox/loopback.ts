import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

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
 * Whether a `Host` header names this machine, with any port. Another name comes from DNS rebinding: a web page whose name
 * resolves to this machine. The demo keys are public and would not stop it.
 */
export function isLocalCaller(host: string | undefined): boolean {
  const hostname = /^(\[[^\]]*\]|[^:[\]]+)(?::\d+)?$/.exec(host ?? "")?.[1];
  return hostname !== undefined && isLoopbackHost(hostname);
}

/** Whether an `Origin` header names a web page of another host than the request's. */
export function isForeignPage(pageOrigin: string | undefined, host: string | undefined): boolean {
  return pageOrigin !== undefined && pageOrigin.toLowerCase() !== `http://${host?.toLowerCase()}`;
}

/** Resolves a name as `dns.lookup` does, and fails when any of its addresses is not a loopback address. */
export const lookupLoopback: LookupFunction = (hostname, options, callback) => {
  // Some resolvers do not know `localhost.`, which is the same name.
  lookup(hostname.replace(/\.$/, ""), { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    const [first] = addresses;
    const external = addresses.find(({ address }) => !isLoopbackAddress(address));
    if (first === undefined || external !== undefined) {
      return callback(new Error(`${hostname} does not resolve to this machine`), []);
    }
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
