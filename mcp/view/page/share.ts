import type { PollLinks } from "../plan.ts";
import { say } from "../words/index.ts";
import { type Child, createName, fill, getElement, show } from "./dom.ts";
import { announce, onHostClick } from "./frame.ts";
import { ask, can, host } from "./host.ts";

/** A poll that exists, or none yet. */
export interface Shared extends PollLinks {
  title: string;
  /** Its days, such as `1–5 March 2027`, if somebody can answer. */
  span?: string | undefined;
  /** The names of those who have not answered. */
  missing?: readonly string[] | undefined;
  /** The next step, where there is one alone: to send the link, or to open a poll, with what to know of it. */
  next?: "send" | Child[] | undefined;
}

let shared: Shared = { title: "" };
let isOpen = false;

/** What the buttons copy. */
const texts = {
  "copy-link": ({ inviteUrl = "" }) => inviteUrl,
  "copy-message": ({ title, span = "", inviteUrl }) =>
    `${say(host.speech.words.common.message, title, span)}\n${inviteUrl}`,
  "copy-reminder": ({ title, missing = [], inviteUrl }) =>
    `${say(host.speech.words.results.reminder, missing.join(", "), title)}\n${inviteUrl}`,
} satisfies Record<string, (shared: Shared) => string>;

/** Whether a link may be shown: a page opens no other. */
const isWebUrl = (url = "") => /^https?:/i.test(url);

/** Whether a button may open a link. */
export const canOpen = (url: string | undefined) => isWebUrl(url) && can("openLinks");

/** Shows the links of a poll, and the ways to copy them. */
export function fillShare(poll: Shared): void {
  shared = poll;
  const { inviteUrl, adminUrl, span, next } = poll;
  const isSent = next === "send";
  const isPressed = next === undefined && isOpen && span !== undefined;
  show({
    vote: canOpen(inviteUrl),
    manage: canOpen(adminUrl),
    open: canOpen(adminUrl) && next !== undefined && !isSent,
    share: isWebUrl(inviteUrl) && span !== undefined && next === undefined,
    sharing: isWebUrl(inviteUrl) && (next !== undefined || isPressed),
    "copy-message": span !== undefined,
  });
  getElement("share").ariaExpanded = String(isOpen);
  getElement("copy-message").classList.toggle("primary", isSent);
  const known = next && [...next, "\n", createName(inviteUrl ?? "")];
  fill("message", ...(isSent ? [createName(texts["copy-message"](poll))] : (known ?? [])));
}

getElement("share").addEventListener("click", () => {
  isOpen = !isOpen;
  fillShare(shared);
});
for (const button of document.querySelectorAll<HTMLElement>("[data-link]")) {
  const link = button.dataset["link"] as "inviteUrl" | "adminUrl";
  onHostClick(button.id, () => ask("ui/open-link", { url: shared[link] }));
}
for (const [id, write] of Object.entries(texts))
  document.getElementById(id)?.addEventListener("click", async ({ currentTarget }) => {
    announce(await copy(write(shared), currentTarget as HTMLElement));
  });

/** Copies a text in the way that the frame allows. Where it allows none, the text is selected. */
async function copy(text: string, button: HTMLElement): Promise<string> {
  const { copied, copyByHand } = host.speech.words.common;
  const field = getElement("copied") as HTMLTextAreaElement;
  field.hidden = true;
  try {
    await navigator.clipboard.writeText(text);
    return copied;
  } catch {
    field.hidden = false;
    field.value = text;
    field.select();
    if (!document.execCommand("copy")) return copyByHand;
    field.hidden = true;
    button.focus();
    return copied;
  }
}
