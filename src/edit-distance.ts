/** Number of letters to insert, delete or replace in order to turn one text into the other. Takes the product of their lengths. */
export function measureDistance(one: string, other: string): number {
  const letters = [...other];
  let row = [0, ...letters.keys()].map((_, index) => index);
  for (const letter of one) {
    const above = row;
    row = [(above[0] ?? 0) + 1];
    for (const [index, each] of letters.entries()) {
      const replaced = (above[index] ?? 0) + (letter === each ? 0 : 1);
      row.push(Math.min(replaced, (above[index + 1] ?? 0) + 1, (row[index] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}
