/** The form of the key, without a request. */
import { describe, expect, it } from "vitest";
import { checkKeyForm } from "../../mcp/doctor/local-checks.ts";
import { apiKeys } from "../../src/sandbox/accounts.ts";

const secret = "S3cretS3cretS3cretS3cret";
const key = `sk_abc123_${secret}`;

const mistakes: [string, string][] = [
  [`"${key}"`, "has quotes around it"],
  [`'${key}'`, "has quotes around it"],
  [`“${key}”`, "has quotes around it"],
  [`"${key}`, "has quotes around it"],
  [`Bearer ${key}`, 'begins with "Bearer"'],
  [`Authorization: Bearer ${key}`, 'begins with "Bearer"'],
  [`RALLLY_API_KEY=${key}`, "begins with the name of a variable"],
  [`export RALLLY_API_KEY=${key}`, "begins with the name of a variable"],
  [`set RALLLY_API_KEY=${key}`, "begins with the name of a variable"],
  [`SET RALLLY_API_KEY = ${key}`, "begins with the name of a variable"],
  [`$env:RALLLY_API_KEY=${key}`, "begins with the name of a variable"],
  [`$Env:RALLLY_API_KEY = ${key}`, "begins with the name of a variable"],
  [`apiKey=${key}==`, "begins with the name of a variable"],
  ["RALLLY_API_KEY=", "begins with the name of a variable"],
  [`export RALLLY_API_KEY="${key}"`, "has quotes around it"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a configuration that was not filled in has
  ["${RALLLY_API_KEY}", "is the name of a variable that was not replaced"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a configuration that was not filled in has
  ["${input:rallly-key}", "is the name of a variable that was not replaced"],
  ["$RALLLY_API_KEY", "is the name of a variable that was not replaced"],
  ["%RALLLY_API_KEY%", "is the name of a variable that was not replaced"],
  ["sk_...", "is a placeholder"],
  ["sk_…", "is a placeholder"],
  ["sk_xxxxxxxx", "is a placeholder"],
  ["sk_xxx_xxxxxxxx", "is a placeholder"],
  ["sk_live_...", "is a placeholder"],
  ["sk_<prefix>_<secret>", "is a placeholder"],
  ["<your key>", "is a placeholder"],
  ["your-api-key", "is a placeholder"],
  ["YOUR_API_KEY_HERE", "is a placeholder"],
  ["sk_", "is a placeholder"],
  [`sk_abc123_ ${secret}`, "has white space inside"],
  [`sk_abc123_\n${secret}`, "has white space inside"],
  [`sk_abc123_${secret}\u200b0`, "has a character that no key has"],
  [`sk_abc123_é${secret}`, "has a character that no key has"],
];

describe("a key that is useless", () => {
  it.each(mistakes)("%j", (given, found) => {
    const check = checkKeyForm(given, false);
    expect(check).toMatchObject({ status: "failed", found: `RALLLY_API_KEY ${found}` });
    expect(check.advice).toBeTruthy();
    expect(JSON.stringify(check)).not.toContain("S3cret");
  });

  it.each([undefined, "", "  \n"])("is missing: %j", (given) => {
    expect(checkKeyForm(given, false)).toMatchObject({
      status: "failed",
      found: "RALLLY_API_KEY is not set",
      advice: expect.stringContaining(
        "leave out the checks of key, plan, rate limit and polls with --without-key",
      ),
    });
  });
});

describe("a key that may work", () => {
  it.each([
    key,
    ...Object.values(apiKeys),
    "sk_Ab9_x~y.z+w/v=u-t",
    "sk_ab12_c2VjcmV0c2VjcmV0==",
    "sk_ab12_c2VjcmV0=c2VjcmV0",
    // A pattern with nested repetition would take longer than the test may.
    `sk_${"x".repeat(60)}_${secret}`,
  ])("has today's form: %s", (given) => {
    expect(checkKeyForm(given, false)).toEqual({
      name: "key-form",
      status: "ok",
      found: "sk_<prefix>_<secret>",
    });
  });

  it.each([
    "rk_abc123_0123456789abcdef",
    "rk_ab12_c2VjcmV0c2VjcmV0==",
    "c2VjcmV0c2VjcmV0c2Vjcg=",
    "sk_0123456789abcdef",
    "sk_abc_short",
    "0123456789abcdef",
  ])("of another form is a warning: %s", (given) => {
    const check = checkKeyForm(given, false);
    expect(check.status).toBe("warning");
    expect(JSON.stringify(check)).not.toContain(given);
  });

  it("with white space around it is a warning", () => {
    expect(checkKeyForm(` ${key}\n`, false)).toMatchObject({
      status: "warning",
      found: expect.stringContaining("white space around it"),
    });
  });

  it("is not looked at with --without-key", () => {
    expect(checkKeyForm(`"${key}"`, true)).toEqual({
      name: "key-form",
      status: "skipped",
      found: "--without-key",
    });
  });
});
