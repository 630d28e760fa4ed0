import { describe, expect, it } from "vitest";
import { createLog } from "../../mcp/log.ts";

function logged(event: unknown, secrets: (string | undefined)[] = []): string {
  let text = "";
  createLog({ write: (line) => (text += line) }, secrets)(event);
  return text;
}

describe("the log", () => {
  it("writes one line for an error, without its stack", () => {
    expect(logged(new TypeError("no good"))).toBe("rallly-mcp: TypeError: no good\n");
  });

  it("never holds a key, known or only looking like one", () => {
    expect(logged("with hunter2hunter2 and sk_live_abc123", ["hunter2hunter2", undefined])).toBe(
      "rallly-mcp: with [key] and [key]\n",
    );
  });

  it("lets nothing through that would move the cursor of a terminal", () => {
    expect(logged("a\u001b[2Jb")).toBe("rallly-mcp: ab\n");
  });
});
