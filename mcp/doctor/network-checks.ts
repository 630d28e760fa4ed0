import type { LookupAddress } from "node:dns";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import type { Check } from "./report.ts";
import type { ServiceCertificate } from "./service-watch.ts";

/** Looks up a host name. */
export type HostLookup = (host: string) => Promise<LookupAddress[]>;

/** Time for a name server to respond, in milliseconds. Systems wait for up to a minute. */
const lookupTimeoutMs = 10_000;

/** How the service is reached: directly, or through a proxy. */
export type Route = { variable: string; origin: string } | undefined;

/** Looks up the host of the base URL, unless a proxy does that. */
export async function checkDns(baseUrl: URL, route: Route, lookup: HostLookup): Promise<Check> {
  const name = "dns";
  const host = baseUrl.hostname.replace(/^\[(.*)\]$/u, "$1");
  if (route) return { name, status: "skipped", found: "the proxy looks the host up" };
  if (isIP(host) !== 0) return { name, status: "skipped", found: "the base URL has an address" };
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error("no response"), { code: "ETIMEDOUT" });
    timer = setTimeout(() => reject(error), lookupTimeoutMs);
  });
  try {
    const found = await Promise.race([lookup(host), timeout]);
    const shown = found.slice(0, 3).map(({ address }) => address);
    const more = found.length > shown.length ? `, and ${found.length - shown.length} more` : "";
    return { name, status: "ok", found: `${host} is ${shown.join(", ")}${more}` };
  } catch (error) {
    const { code = "no code" } = Object(error) as { code?: string };
    const isUnknown = code === "ENOTFOUND";
    return {
      name,
      status: "failed",
      found: isUnknown ? `${host} was not found (${code})` : `${host} could not be looked up (${code})`,
      advice: `Check ${isUnknown ? "RALLLY_BASE_URL and the network" : "the network and its name server"}. Behind a proxy, set HTTPS_PROXY.`,
    };
  } finally {
    clearTimeout(timer);
  }
}

/** A request that got no response, as the client reports it. */
export interface ConnectionFailure {
  code: string;
  /** What happened and what to do. */
  message: string;
}

const askAdministrator =
  "Try again. If it happens again, check the proxy's address, and ask its administrator whether it allows this host.";

/** The proxy in use. A failure of the proxy belongs here. `unused` is the variable of a proxy that is not for this host. */
export function checkProxy(
  route: Route,
  failure: ConnectionFailure | undefined,
  unused?: { variable: string; host: string },
): Check {
  const name = "proxy";
  if (!route) {
    const reason = unused && `: ${unused.variable} is set, but not used for ${unused.host}`;
    return { name, status: "ok", found: `none${reason ?? ": requests go directly to the service"}` };
  }
  const found = `${route.origin} (${route.variable})`;
  if (!failure?.code.startsWith("PROXY_")) return { name, status: "ok", found };
  const { found: cause, advice = askAdministrator } = splitMessage(failure.message);
  return { name, status: "failed", found, advice: `${cause} ${advice}` };
}

const dayMs = 86_400_000;

/** Days before the end of a certificate from which the check warns. Services usually renew earlier. */
const renewalDays = 7;

/** The certificate of the service, or why TLS failed. */
export function checkTls(
  baseUrl: URL,
  certificate: ServiceCertificate | undefined,
  failure: ConnectionFailure | undefined,
  { now, extraFile }: { now: number; extraFile: string | undefined },
): Check {
  const name = "tls";
  if (baseUrl.protocol !== "https:") return { name, status: "skipped", found: "the base URL has http://" };
  if (failure && /^(?:CERTIFICATE_|TLS_)/u.test(failure.code)) {
    const { found, advice = "" } = splitMessage(failure.message);
    const isUntrusted = /_(?:SELF_SIGNED|UNKNOWN_ISSUER)$/u.test(failure.code);
    const problem = isUntrusted && extraFile ? ` ${describeExtraFile(extraFile)}` : "";
    return { name, status: "failed", found, advice: advice + problem };
  }
  if (!certificate) return { name, status: "not-checked", found: "no connection" };
  const { issuer, validUntil } = certificate;
  const found = `certificate from ${issuer}, valid until ${validUntil.toISOString().slice(0, 10)}`;
  const days = Math.floor((validUntil.getTime() - now) / dayMs);
  if (days >= renewalDays) return { name, status: "ok", found };
  return { name, status: "warning", found, advice: `It ends ${formatDays(days)}. Check that it is renewed.` };
}

/** Why the certificates in the file of NODE_EXTRA_CA_CERTS do not help. Does not show its path, which may be a pasted secret. */
function describeExtraFile(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "latin1");
  } catch {
    return "NODE_EXTRA_CA_CERTS is set, but its file cannot be read.";
  }
  return text.includes("-----BEGIN CERTIFICATE-----")
    ? "NODE_EXTRA_CA_CERTS is set, but its file does not have this certificate."
    : "NODE_EXTRA_CA_CERTS is set, but its file has no certificate in PEM form.";
}

function formatDays(days: number): string {
  if (days < 1) return "in less than a day";
  return days === 1 ? "in 1 day" : `in ${days} days`;
}

/** The first sentence of a message is what happened, the rest what to do. */
export function splitMessage(message: string): { found: string; advice?: string } {
  const [found = "", ...rest] = message.split(/(?<=\.) (?=[A-Z])/u);
  return rest.length === 0 ? { found } : { found, advice: rest.join(" ") };
}
