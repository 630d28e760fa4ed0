/** NO_PROXY: the hosts to reach without a proxy. Node only. */
import { BlockList, isIP } from "node:net";

/** Whether an entry is for a host, in the form that URL gives to it, without brackets and a dot at the end. */
type MatchHost = (host: string) => boolean;

interface Entry {
  matchHost: MatchHost;
  /** Undefined stands for every port. */
  port: string | undefined;
}

/**
 * Parses NO_PROXY: names, which include their subdomains, addresses and address ranges (`10.0.0.0/8`), each with or without a
 * port, and `*` for all. An entry of another form matches nothing, because other programs read the variable too. Addresses
 * match only URLs with an address: names are not looked up.
 */
export function parseNoProxy(text: string): (url: URL) => boolean {
  const entries = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .map(parseEntry);
  return ({ protocol, hostname, port }) => {
    const host = trimHost(hostname);
    const usedPort = port || (protocol === "https:" ? "443" : "80");
    return entries.some(
      (entry) => (entry.port === undefined || entry.port === usedPort) && entry.matchHost(host),
    );
  };
}

/** `host`, `.host`, `*.host`, `address` or `address/bits`, each with or without `:port`. IPv6 may have brackets. */
function parseEntry(text: string): Entry {
  const isBareIpv6 = /^[^[\]]*:[^[\]]*:/.test(text);
  const [, name = "", port] = isBareIpv6 ? [text, text] : (/^(.*?)(?::(\d+))?$/.exec(text) ?? []);
  if (name === "*") return { matchHost: () => true, port };
  const [, address = "", bits] = /^\[?([\da-f.:]+)\]?(?:\/(\d{1,3})\]?)?$/.exec(name) ?? [];
  return { matchHost: matchAddress(address, bits) ?? matchName(name), port };
}

/** Undefined if the text is no address. */
function matchAddress(address: string, bits: string | undefined): MatchHost | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  const maxBits = version === 4 ? 32 : 128;
  const prefix = Number(bits ?? maxBits);
  if (prefix > maxBits) return () => false;
  const list = new BlockList();
  list.addSubnet(address, prefix, `ipv${version as 4 | 6}`);
  return (host) => {
    const hostVersion = isIP(host);
    // An IPv6 address may stand for one of IPv4. BlockList assumes the opposite too.
    return hostVersion >= version && list.check(host, `ipv${hostVersion as 4 | 6}`);
  };
}

function matchName(given: string): MatchHost {
  const name = trimHost(given.replace(/^\*?\./, ""));
  if (/[/?#@\\]/.test(name)) return () => false;
  const url = `http://${name}`;
  // The form that URL gives to international names.
  const suffix = URL.canParse(url) ? new URL(url).hostname : name;
  return (host) => host === suffix || host.endsWith(`.${suffix}`);
}

const trimHost = (host: string) => host.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
