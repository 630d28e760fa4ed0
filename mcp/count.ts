/** An amount of something in words: "1 option", "2 options". */
export function count(amount: number, thing: string): string {
  return amount === 1 ? `1 ${thing}` : `${amount} ${thing}s`;
}
