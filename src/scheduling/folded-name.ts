const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const plain = /^[!-~]+(?: [!-~]+)*$/;
const longest = 200;

/** A name or e-mail reduced to what two spellings of it share: case, spacing, composition and invisible characters gone. */
export function foldName(text: string): string {
  const bounded = text.slice(0, longest);
  // Most names and addresses are plain, and there may be ten thousand of them.
  if (plain.test(bounded)) return bounded.toLowerCase();
  const visible = bounded.normalize("NFKC").replace(/\s/gu, " ").replace(invisible, "");
  return visible.replace(/ +/g, " ").trim().toLowerCase();
}

/** A folded name, or what stands before the "@" of a folded address, without accents: what likeness is judged by. */
export function reduceName(folded: string): string {
  return folded.replace(/@.*/s, "").normalize("NFD").replace(/\p{M}/gu, "");
}

/** How alike two reduced names are, from 0 to 1: the share of letter pairs in common, a shared whole word counting most. */
export function likenName(one: string, other: string): number {
  // Two blank names share all the pairs they have.
  if (one === "") return 0;
  const pairs = sharePairs(one, other);
  if (shareWord(one, other)) return 0.6 + pairs * 0.3;
  const contained = one.length > 1 && other.length > 1 && (other.includes(one) || one.includes(other));
  return contained ? 0.5 + pairs * 0.3 : pairs;
}

function shareWord(one: string, other: string): boolean {
  const words = other.split(/[ ._-]/);
  return one.split(/[ ._-]/).some((word) => word.length > 1 && words.includes(word));
}

function sharePairs(one: string, other: string): number {
  const counts = new Map<string, number>();
  for (const pair of listPairs(one)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of listPairs(other)) {
    const left = counts.get(pair) ?? 0;
    if (left > 0) {
      common++;
      counts.set(pair, left - 1);
    }
  }
  return (2 * common) / (one.length + other.length + 2);
}

// The padding lets first and last letters count, and single letters have pairs at all.
function listPairs(text: string): string[] {
  const padded = ` ${text} `;
  return Array.from({ length: padded.length - 1 }, (_, index) => padded.slice(index, index + 2));
}
