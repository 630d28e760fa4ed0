import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { help, parseCliOptions } from "../../mcp/cli.ts";
import { defaultCallLimits, maxMessageBytes, maxRequests } from "../../mcp/runtime/request-limits.ts";

describe("the command line", () => {
  it("defaults to stdio with all tools", () => {
    expect(parseCliOptions([])).toEqual({
      help: false,
      version: false,
      sandbox: false,
      readOnly: false,
      http: false,
      host: "127.0.0.1",
      port: 8808,
      allowedHosts: [],
      drainSeconds: 10,
      shutdownDelaySeconds: 0,
    });
  });

  it("parses every option", () => {
    const line =
      "--sandbox --allow-external-webhooks --read-only --tools get_poll,list_polls --http --port 0 --host 0.0.0.0 --allowed-host a.example --allowed-host b.example --issuer https://login.example/ --drain-seconds 25 --shutdown-delay-seconds 5";
    expect(parseCliOptions(line.split(" "))).toMatchObject({
      sandbox: true,
      allowExternalWebhooks: true,
      readOnly: true,
      tools: ["get_poll", "list_polls"],
      http: true,
      port: 0,
      host: "0.0.0.0",
      allowedHosts: ["a.example", "b.example"],
      issuer: "https://login.example/",
      drainSeconds: 25,
      shutdownDelaySeconds: 5,
    });
  });

  it.each([
    ["--sandbx", /--sandbx/],
    ["now", /now/],
    ["--sandbox=yes", /sandbox/],
    ["--tools get_pol", /Unknown tool: get_pol\. Tools: create_poll, /],
    ["--http --port many", /--port must be a number/],
    ["--http --port 70000", /--port must be a number/],
    ["--port 80", /--port needs --http/],
    ["--host ::", /--host needs --http/],
    ["--allowed-host a", /--allowed-host needs --http/],
    ["--allow-external-webhooks", /--allow-external-webhooks needs --sandbox/],
    ["--issuer https://login.example", /--issuer needs --http/],
    ["--http --issuer https://login.example", /--issuer needs --allowed-host/],
    ["--http --allowed-host a --issuer http://login.example", /--issuer must be the https URL/],
    ["--http --allowed-host a --issuer https://login.example?a=b", /--issuer must be the https URL/],
    ["--http --host=", /--host needs an address/],
    ["--drain-seconds -1", /--drain-seconds/],
    ["--drain-seconds=-1", /--drain-seconds must be a whole number from 0 to 300/],
    ["--drain-seconds 1.5", /--drain-seconds must be a whole number/],
    ["--drain-seconds 10s", /--drain-seconds must be a whole number/],
    ["--drain-seconds 301", /--drain-seconds must be a whole number/],
    ["--http --shutdown-delay-seconds 301", /--shutdown-delay-seconds must be a whole number from 0 to 300/],
    ["--shutdown-delay-seconds 5", /--shutdown-delay-seconds needs --http/],
    ["--drain-seconds=", /--drain-seconds must be a whole number/],
  ])("rejects %s", (line, message) => {
    expect(() => parseCliOptions(line.split(" "))).toThrow(message);
  });

  it.each([
    ["polls.example.com", "polls.example.com"],
    ["Polls.EXAMPLE.com", "polls.example.com"],
    ["münchen.example", "xn--mnchen-3ya.example"],
    ["my_service", "my_service"],
    ["192.168.1.2", "192.168.1.2"],
    ["fe80::1", "[fe80::1]"],
    ["[0:0:0:0:0:0:0:1]", "[::1]"],
  ])("normalizes --allowed-host %s", (given, taken) => {
    expect(parseCliOptions(["--http", "--allowed-host", given]).allowedHosts).toEqual([taken]);
  });

  it.each([
    ["", /without scheme, port or path, such as polls\.example\.com/],
    [" ", /without scheme, port or path/],
    ["*", /no wildcard/],
    ["*.example.com", /no wildcard/],
    ["https://polls.example.com", /perhaps polls\.example\.com/],
    ["https://polls.example.com:8808/mcp", /perhaps polls\.example\.com/],
    ["polls.example.com:8808", /perhaps polls\.example\.com/],
    ["polls.example.com/mcp", /perhaps polls\.example\.com/],
    ["polls.example.com.", /without scheme, port or path/],
    ["[::1]:8808", /perhaps \[::1\]/],
    ["a.example,b.example", /without scheme, port or path/],
    ["a.example b.example", /without scheme, port or path/],
    ["999.1.1.1", /without scheme, port or path/],
  ])("rejects --allowed-host %j", (given, message) => {
    expect(() => parseCliOptions(["--http", "--allowed-host", given])).toThrow(message);
  });

  it("does not repeat a password from --allowed-host", () => {
    const given = "https://me:hunter2@polls.example.com";
    expect(() => parseCliOptions(["--http", "--allowed-host", given])).toThrow(
      /^(?!.*hunter2).*polls\.example\.com/u,
    );
  });

  it("describes each option in --help", () => {
    for (const name of [
      "sandbox",
      "allow-external-webhooks",
      "read-only",
      "tools",
      "http",
      "port",
      "host",
      "allowed-host",
      "drain-seconds",
      "shutdown-delay-seconds",
      "version",
      "help",
    ]) {
      expect(help).toContain(`--${name}`);
    }
  });
});

describe("docs/mcp.md", () => {
  const page = readFileSync("docs/mcp.md", "utf8");

  it("lists the options of --help", () => {
    const optionsOf = (text: string) => [...new Set(text.match(/--[a-z][a-z-]+/gu))].sort();
    const table = page.split("## Options\n")[1]?.split("| environment |")[0] ?? "";
    const shown = optionsOf(help).filter((name) => name !== "--help" && name !== "--version");
    expect(optionsOf(table)).toEqual(shown);
  });

  it("lists the limits of the code", () => {
    const { perCaller, perProcess, maxWaiting } = defaultCallLimits;
    const limits = page.split("### Limits\n")[1]?.split("\n## ")[0];
    expect(limits).toContain(`| ${maxMessageBytes / 1024 ** 2} MiB |`);
    expect(limits).toContain(`| ${perCaller}; ${maxWaiting} more wait`);
    expect(limits).toContain(`| ${perProcess}; callers take turns |`);
    expect(limits).toContain(`| ${maxRequests} |`);
  });
});
