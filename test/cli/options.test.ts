import { describe, expect, it } from "vitest";
import { createBackend } from "../../cli/backend.ts";
import { parseOptions, readEnvironment } from "../../cli/options.ts";
import { failTool, openHost } from "../mcp/harness.ts";

describe("a wrong command line", () => {
  const token = "0123456789abcdef0123456789abcdef";
  it.each<[string, RegExp, Record<string, string>?]>([
    ["--nope", /--nope/],
    ["sk_abcd1234_Zx9vQ7mN2pL5kT8wR3yB6cD1", /^Unknown argument$/],
    ["--tools=", /^--tools needs names of tools/],
    ["--tools list_pols", /^--tools: Unknown tool: list_pols\. Tools: create_poll, /],
    ["--port 3000", /^--port needs --http$/],
    ["--http --port 70000", /^--port must be a number from 0 to 65535$/],
    ["--http --host=", /^--host needs an address/],
    ["--http --host 0.0.0.0", /^--host 0\.0\.0\.0 needs --allowed-host .*, and RALLLY_MCP_TOKEN /],
    ["--http --host 0.0.0.0 --allowed-host polls.example.com", /0 needs RALLLY_MCP_TOKEN/],
    ["--http", /^RALLLY_MCP_TOKEN needs at least 32 ASCII characters/, { RALLLY_MCP_TOKEN: "short" }],
    [
      "--http --allowed-host https://user:pass@polls.example.com/",
      /^--allowed-host needs a name without scheme/,
    ],
    ["--http --allowed-host *.example.com", /wildcard/, { RALLLY_MCP_TOKEN: token }],
    ["--allow-external-webhooks", /^--allow-external-webhooks needs --sandbox, or RALLLY_SANDBOX=true$/],
  ])("is refused with the cause, without secrets: %s", (line, message, environment = {}) => {
    const parse = () => parseOptions(line.split(" "), environment);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow(/sk_abcd|pass@/);
  });
});

describe("a command line", () => {
  it.each<[string, Record<string, string>, object]>([
    ["--sandbox --allow-external-webhooks", {}, { sandbox: true, allowExternalWebhooks: true }],
    ["--allow-external-webhooks", { RALLLY_SANDBOX: "true" }, { sandbox: true, allowExternalWebhooks: true }],
    [
      "--tools get_poll,list_polls --tools create_poll",
      {},
      { only: ["get_poll", "list_polls", "create_poll"] },
    ],
    [
      "--http --allowed-host Bücher.Example --allowed-host ::1",
      {},
      { allowedHosts: ["xn--bcher-kva.example", "[::1]"] },
    ],
    ["--http --host [::1] --port 0", {}, { host: "::1", port: 0 }],
  ])("is parsed: %s", (line, environment, expected) => {
    expect(parseOptions(line.split(" "), environment)).toMatchObject(expected);
  });
});

describe("wrong settings of the environment do not stop the server, and each call explains them", () => {
  const key = "sk_abcd1234_Zx9vQ7mN2pL5kT8wR3yB6cD1";
  it.each<[string, Record<string, string>, RegExp]>([
    [
      "a URL without /v1",
      { RALLLY_API_KEY: key, RALLLY_BASE_URL: "https://rallly.example" },
      /RALLLY_BASE_URL: .*\/v1/,
    ],
    ["no key", {}, /^No API key is set, .* Set it as RALLLY_API_KEY.* add --sandbox to the command\./],
    ["a key with a line break", { RALLLY_API_KEY: "sk_abcd1234_Zx9v\nQ7mN2pL5" }, /RALLLY_API_KEY: /],
    [
      "a switch that is neither on nor off",
      { RALLLY_API_KEY: key, RALLLY_ALLOW_HTTP: "perhaps" },
      /RALLLY_ALLOW_HTTP/,
    ],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: hosts pass it like that
    ["a placeholder that the host left", { RALLLY_API_KEY: "${user_config.api_key}" }, /No API key is set/],
  ])("%s", async (_, environment, text) => {
    const options = { sandbox: false, allowExternalWebhooks: false, http: false };
    const { caller } = await createBackend(options, readEnvironment(environment), () => {});
    const { host } = await openHost({ caller });
    const failure = await failTool(host, "list_polls");
    expect(failure).toMatch(text);
    expect(failure).not.toContain("Zx9v");
  });
});
