/** One line of input, without its line break. `text` is undefined when the line was too long to be kept. */
export interface Line {
  text: string | undefined;
  /** Size in bytes. */
  size: number;
}

/** Splits bytes into lines. A line over `maxBytes` costs no more memory than that: the rest of it is dropped. */
export function createLineSplitter(maxBytes: number, onLine: (line: Line) => void) {
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer) => {
    size += part.length;
    if (size <= maxBytes) parts.push(part);
    else parts = [];
  };
  const finish = () => {
    // Unlike Buffer's own conversion, this drops the byte order mark that some shells put in front.
    const line = { text: size > maxBytes ? undefined : new TextDecoder().decode(Buffer.concat(parts)), size };
    parts = [];
    size = 0;
    onLine(line);
  };
  return {
    write(chunk: Buffer): void {
      let from = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        add(chunk.subarray(from, end));
        finish();
        from = end + 1;
      }
      if (from < chunk.length) add(chunk.subarray(from));
    },
    /** Emits the text after the last line break as a line. */
    end(): void {
      if (size > 0) finish();
    },
  };
}
