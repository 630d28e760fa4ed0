/**
 * Regular expressions over texts of others take time in proportion to the text: none has a repeated part beside another that takes
 * the same, or at its start without an anchor, where every character is a new start.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { analyse } from "scslre";
import ts from "typescript-5.9";
import { expect, it } from "vitest";

const files = execFileSync("git", ["ls-files", "src", "mcp", "zapier", "cli", "connector", "publish"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.[jt]s$/.test(file) && !file.startsWith("zapier/test/"));

/** The regular expressions of a file, each with its line. */
function listExpressions(file: string) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const found: { place: string; pattern: string; flags: string }[] = [];
  /** The text that an expression makes of the constants of the file. Anything else stands for a letter. */
  const read = (node: ts.Node | undefined): string => {
    if (node === undefined) return "";
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isIdentifier(node)) return constants.has(node.text) ? read(constants.get(node.text)) : "x";
    if (ts.isTaggedTemplateExpression(node)) return node.template.getText().slice(1, -1);
    if (!ts.isTemplateExpression(node)) return "x";
    return node.templateSpans.reduce(
      (text, span) => text + read(span.expression) + span.literal.text,
      node.head.text,
    );
  };
  const visit = (node: ts.Node): void => {
    const add = (pattern: string, flags: string) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ place: `${file}:${line + 1}`, pattern, flags });
    };
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    const end = node.getText().lastIndexOf("/");
    if (ts.isRegularExpressionLiteral(node)) add(node.text.slice(1, end), node.text.slice(end + 1));
    if (ts.isNewExpression(node) && node.expression.getText() === "RegExp")
      add(read(node.arguments?.[0]), read(node.arguments?.[1]));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What takes more than time in proportion, with the part that is repeated. */
const findSlowParts = (pattern: string, flags: string): string[] =>
  analyse({ source: pattern, flags }, { reportTypes: { Move: true, Self: true, Trade: true } }).reports.map(
    (report) => `${report.type} ${("quant" in report ? report.quant : report.startQuant).raw}`,
  );

it.each([
  ["a repeated part that is repeated", "^(?:a+)+$", "Self"],
  ["two repeated parts that take the same", "^a*,?a*$", "Trade"],
  ["a repeated part that any character may start", "\\s+$", "Move"],
])("%s is found", (_, pattern, kind) => {
  expect(findSlowParts(pattern, "")).toEqual([expect.stringContaining(kind)]);
});

it("no regular expression takes more than time in proportion to the text", () => {
  const all = files.flatMap(listExpressions);
  expect(all.length).toBeGreaterThan(200);
  const slow = all.flatMap(({ place, pattern, flags }) =>
    findSlowParts(pattern, flags).map((part) => `${place} /${pattern}/ ${part}`),
  );
  expect(slow).toEqual([]);
});
