/** Stands in for `gh api`: the issues and comments of a repository are one file of JSON, which $GITHUB_STAND_IN names. */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

/** What the file holds. */
export interface Repository {
  issues: { number: number; title: string; body: string | null; html_url: string; labels: string[] }[];
  comments: { id: number; issue: number; user: { login: string } | null; body: string }[];
  /** Paths that fail. */
  broken: string[];
}

const file = process.env["GITHUB_STAND_IN"] ?? "";
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    method: { type: "string" },
    "raw-field": { type: "string" },
    paginate: { type: "boolean" },
    slurp: { type: "boolean" },
  },
});
const { pathname, searchParams } = new URL(positionals[1] ?? "", "https://api.github.com/");
const [place = "", part = ""] = pathname
  .replace(/^.*?\/issues/, "")
  .split("/")
  .slice(1);
const repository: Repository = JSON.parse(readFileSync(file, "utf8"));
const { issues, comments, broken } = repository;
const isOf = (issue: number) => String(issue) === place;

/** What the path names, or makes, or changes. */
function respond(): unknown {
  if (broken.some((path) => pathname.endsWith(path))) return undefined;
  const body = values["raw-field"]?.replace(/^body=/, "");
  if (place === "") return issues.filter(({ labels }) => labels.includes(searchParams.get("labels") ?? ""));
  if (place === "comments") {
    const comment = comments.find((each) => String(each.id) === part);
    return comment && values.method === "PATCH" ? Object.assign(comment, { body }) : undefined;
  }
  if (part === "") return issues.find(({ number }) => isOf(number));
  if (body === undefined) return comments.filter(({ issue }) => isOf(issue));
  const user = { login: "github-actions[bot]" };
  const made = { id: comments.length + 1, issue: Number(place), user, body };
  comments.push(made);
  return made;
}

const response = respond();
if (response === undefined) {
  console.error("gh: Not Found (HTTP 404)");
  process.exitCode = 1;
} else {
  writeFileSync(file, JSON.stringify(repository));
  console.log(JSON.stringify(values.slurp ? [response] : response));
}
