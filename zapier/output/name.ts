/** First and last name of a person beside the full one; the last name is null when there is only one word. */
export function splitName(name: string): { first_name: string; last_name: string | null } {
  const words = name.trim().split(/\s+/);
  return { first_name: words[0] ?? "", last_name: words.length > 1 ? words.slice(1).join(" ") : null };
}
