import type { ConferencingInput } from "../../src/api/web.ts";
import { sanitizeLine } from "../../src/sanitize.ts";

/** The video calls that the service knows, also by their whole names. */
const providers = /^(?:(?:google )?(meet)|(?:microsoft )?(teams)|(zoom))$/i;

const linkPattern = /^(?:(.{1,100}?):? )?((?:https?:\/\/|[\w.-]+\.[a-z]{2,}\/)\S+)$/i;

const nameLink = (uri: string) =>
  URL.parse(uri)
    ?.hostname.replace(/^www\./, "")
    .slice(0, 100) ?? uri;

/** Reads a video call: `zoom`, `meet`, `teams`, or a link with or without a name before it. Undefined for anything else. */
export function parseConferencing(text: string): ConferencingInput | undefined {
  const provider = providers.exec(text.trim())?.slice(1).find(Boolean);
  if (provider) return { provider: provider.toLowerCase() };
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
