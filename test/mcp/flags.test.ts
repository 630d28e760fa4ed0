import { describe, expect, it } from "vitest";
import { help, readFlags } from "../../mcp/flags.ts";

describe("the command line", () => {
  it("means stdio, everything allowed, when empty", () => {
    expect(readFlags([])).toEqual({
      help: false,
      version: false,
      sandbox: false,
      readOnly: false,
      http: false,
      host: "127.0.0.1",
      port: 8808,
      allowedHosts: [],
    });
  });

  it("reads every option", () => {
    const line =
      "--sandbox --read-only --tools get_poll,list_polls --http --port 0 --host 0.0.0.0 --allowed-host a.example --allowed-host b.example";
    expect(readFlags(line.split(" "))).toMatchObject({
      sandbox: true,
      readOnly: true,
      tools: ["get_poll", "list_polls"],
      http: true,
      port: 0,
      host: "0.0.0.0",
      allowedHosts: ["a.example", "b.example"],
    });
  });

  it.each([
    ["--sandbx", /--sandbx/],
    ["now", /now/],
    ["--sandbox=yes", /sandbox/],
    ["--tools get_pol", /There is no tool get_pol\. Tools: create_poll, /],
    ["--http --port many", /--port must be a number/],
    ["--http --port 70000", /--port must be a number/],
    ["--port 80", /--port needs --http/],
    ["--host ::", /--host needs --http/],
    ["--allowed-host a", /--allowed-host needs --http/],
  ])("refuses %s", (line, message) => {
    expect(() => readFlags(line.split(" "))).toThrow(message);
  });

  it("explains each option in its help", () => {
    for (const name of [
      "sandbox",
      "read-only",
      "tools",
      "http",
      "port",
      "host",
      "allowed-host",
      "version",
      "help",
    ]) {
      expect(help).toContain(`--${name}`);
    }
  });
});
