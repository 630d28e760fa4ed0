import { type Client, RalllyError } from "../../src/api/core.ts";
import { compareDocument } from "../../src/api/drift.ts";
import { findAffected, toolOperations, zapierOperations } from "./affected.ts";
import type { Check, DocumentFinding } from "./report.ts";

/** The service's OpenAPI document, or why there is none. */
export async function loadDocument(client: Client): Promise<{ document: unknown } | { error: RalllyError }> {
  try {
    return { document: await client.getOpenApi() };
  } catch (error) {
    if (error instanceof RalllyError) return { error };
    throw error;
  }
}

/** Compares the document with this version. */
export function checkDocument(document: unknown): Check {
  const findings: DocumentFinding[] = compareDocument(document).map((finding) => ({
    ...finding,
    tools: findAffected(toolOperations, finding.operations),
    zapierSteps: findAffected(zapierOperations, finding.operations),
  }));
  const count = (severity: DocumentFinding["severity"], one: string, many = `${one}s`) => {
    const { length } = findings.filter((finding) => finding.severity === severity);
    return length === 0 ? [] : [`${length} ${length === 1 ? one : many}`];
  };
  const counts = [...count("breaking", "breaking change"), ...count("news", "addition")];
  if (counts.length === 0) return { name: "document", status: "ok", found: "agrees with this version" };
  const found = counts.join(", ");
  if (findings.every(({ severity }) => severity === "news"))
    return { name: "document", status: "ok", found, findings };
  const advice = "Update rallly-mcp and the Zapier app. If there is no newer version, report these lines.";
  return { name: "document", status: "warning", found, advice, findings };
}

/** A document that could not be loaded from a service that responds. */
export function explainMissingDocument({ status, message }: RalllyError): Check {
  const name = "document";
  if (status === 404)
    return {
      name,
      status: "warning",
      found: "not served here (404)",
      advice: "Without this document, changes of the API go unnoticed. The hosted service publishes one.",
    };
  return { name, status: "warning", found: message, advice: "Try again later; if it stays so, report it." };
}
