import { describe, expect, it } from "vitest";
import { loadView, viewContentMeta, viewMimeType, viewToolMeta, viewUri } from "../../mcp/view/resource.ts";
import { maxViewBytes } from "../../scripts/view.ts";

describe("the view as a resource", () => {
  it("is one page under 40 kB without external addresses", async () => {
    const page = await loadView();
    expect(maxViewBytes).toBe(40_000);
    expect(Buffer.byteLength(page)).toBeLessThan(maxViewBytes);
    expect(page).toMatch(/^<!doctype html>/);
    const addresses = page.match(/(?:\w+:)?\/\/[a-z][^\s"'`)]*/gi) ?? [];
    // The namespace of SVG is a name, and is never loaded. The host reads a resource of this server.
    const own = /^(?:http:\/\/www\.w3\.org\/2000\/svg$|rallly:)/;
    expect(addresses.filter((address) => !own.test(address))).toEqual([]);
    expect(page).not.toMatch(/<(?:link|img|iframe|script[^>]* src)|@import|url\(/i);
  });

  it("parses nothing as markup or code", async () => {
    expect(await loadView()).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/,
    );
  });

  it("has the metadata of current and older hosts, and no network access", () => {
    expect(viewToolMeta).toEqual({ ui: { resourceUri: viewUri }, "ui/resourceUri": viewUri });
    expect(viewUri).toMatch(/^ui:\/\//);
    expect(viewMimeType).toBe("text/html;profile=mcp-app");
    expect(viewContentMeta.ui.csp).toEqual({});
  });
});
