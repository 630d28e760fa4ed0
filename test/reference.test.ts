/** docs/reference lists what can be imported, and nothing else. `npm run docs:check` compares its texts with the docstrings. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as mcp from "../mcp/index.ts";
import * as api from "../src/api/index.ts";
import * as sandbox from "../src/sandbox/index.ts";
import * as scheduling from "../src/scheduling/index.ts";
import * as time from "../src/time/index.ts";

const listHeadings = (text: string) => [...text.matchAll(/^### (\w+)/gm)].map(([, heading]) => heading);

it.each(Object.entries({ api, mcp, sandbox, scheduling, time }))(
  "the reference of rallly-mcp/%s has every function, class and constant that it exports, and no others",
  (name, exports) => {
    const page = readFileSync(new URL(`../docs/reference/${name}.md`, import.meta.url), "utf8");
    const listed = page
      .split(/^## /m)
      .filter((section) => /^(?:Functions|Classes|Variables)\n/.test(section))
      .flatMap(listHeadings);
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.filter((heading) => !(String(heading) in exports))).toEqual([]);
    expect(listHeadings(page)).toEqual(expect.arrayContaining(Object.keys(exports)));
  },
);
