import { say } from "../words/index.ts";
import { getElement } from "./dom.ts";
import { announce } from "./frame.ts";
import { host } from "./host.ts";

/** What can be copied about a poll. */
export interface Shared {
  title: string;
  /** The days of the poll, such as `1–5 March 2027`. */
  span: string;
  url: string;
  /** The names of those who have not answered. */
  missing?: readonly string[] | undefined;
}

/** The text of an invitation, in the language of the view. */
export const writeMessage = ({ title, span, url }: Shared): string =>
  `${say(host.speech.words.common.message, title, span)}\n${url}`;

const writeReminder = ({ title, url, missing = [] }: Shared): string =>
  `${say(host.speech.words.common.reminder, missing.join(", "), title)}\n${url}`;

/** Lets the buttons copy the link, a message or a reminder. */
export function connectShare(getShared: () => Shared | undefined): void {
  const texts = {
    "copy-link": ({ url }: Shared) => url,
    "copy-message": writeMessage,
    "copy-reminder": writeReminder,
  };
  for (const [id, write] of Object.entries(texts)) {
    // Only the results know who is missing.
    document.getElementById(id)?.addEventListener("click", async () => {
      const shared = getShared();
      if (shared) announce(await copy(write(shared), getElement(id)));
    });
  }
}

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
