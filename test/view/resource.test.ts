import { expect, it } from "vitest";
import { openHost } from "../mcp/harness.ts";

it.each([
  ["results", { permissions: { clipboardWrite: {} } }],
  ["plan", { permissions: { clipboardWrite: {} } }],
])(
  "the %s view is one page of at most 50 kB that loads nothing and parses nothing as markup or code",
  async (name, asked) => {
    const { host } = await openHost();
    const { contents } = await host.readResource({ uri: `ui://rallly-connect/${name}.html` });
    const [content] = contents;
    const ui = { csp: {}, prefersBorder: false, ...asked };
    expect(content).toMatchObject({ mimeType: "text/html;profile=mcp-app", _meta: { ui } });
    const whole = String((content as { text?: string }).text);
    expect(Buffer.byteLength(whole)).toBeLessThanOrEqual(51_200);
    // The packed words have any letters.
    const page = whole.replace(/atob\("[^"]*"\)/, "");
    expect(page).toMatch(/^<!doctype html>/);
    const addresses = page.match(/(?:\w+:)?\/\/[a-z][^\s"'`)]*/gi) ?? [];
    // The namespace of SVG is a name, and is never loaded. The host reads a resource of this server.
    const own = /^(?:http:\/\/www\.w3\.org\/2000\/svg$|rallly:)/;
    expect(addresses.filter((address) => !own.test(address))).toEqual([]);
    expect(page).not.toMatch(/<(?:link|img|iframe|script[^>]* src)|@import|url\(/i);
    expect(page).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/);
  },
);
