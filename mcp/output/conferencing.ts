import type { ConferencingInput } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";

/** The video calls that the service knows, and the hosts of their links. */
const services = [
  { provider: "zoom", name: "Zoom", host: /(^|\.)zoom\.(us|com)$/ },
  { provider: "meet", name: "Google Meet", host: /^meet\.google\.com$/ },
  { provider: "teams", name: "Microsoft Teams", host: /^teams\.(microsoft|live)\.com$/ },
];

const linkPattern = /^(?:(.{1,100}?):? )?((?:https?:\/\/|[\w.-]+\.[a-z]{2,}\/)\S+)$/i;

/** Reads a video call: `zoom`, `meet`, `teams`, or a link with or without a name before it. Undefined for anything else. */
export function parseConferencing(text: string): ConferencingInput | undefined {
  const word = text.trim().toLowerCase();
  const known = services.find(({ provider, name }) => word === provider || word === name.toLowerCase());
  if (known) return { provider: known.provider };
  const [, label, link = ""] = linkPattern.exec(text.trim()) ?? [];
  const uri = /^https?:/i.test(link) ? link : `https://${link}`;
  return URL.canParse(uri) ? { provider: "custom", label: label ?? nameLink(uri), uri } : undefined;
}

/** The text that {@link parseConferencing} reads. A call with a name alone, which the web app can make, is its name. */
export function formatConferencing({ provider, label = "", uri }: ConferencingInput): string {
  if (provider !== "custom") return sanitizeLine(provider, 40);
  if (uri === undefined) return sanitizeLine(label);
  return sanitizeLine(label === nameLink(uri) ? uri : `${label}: ${uri}`, 1_000);
}

function nameLink(uri: string): string {
  const { hostname = uri } = URL.parse(uri) ?? {};
  const known = services.find(({ host }) => host.test(hostname));
  return known?.name ?? hostname.replace(/^www\./, "").slice(0, 100);
}
