/** The differences that an altered copy of the public document has. */
import { compareDocument, type Finding } from "../../src/api/document/index.ts";
import { createPublicDocument } from "./public-document.ts";

/** A document whose parts are changed. */
// biome-ignore lint/suspicious/noExplicitAny: tests change any part of a document
export type Document = any;

/** The findings of an altered public document, as `severity place field message`. */
export function listFindings(alter: (document: Document) => void): string[] {
  const document: Document = createPublicDocument();
  alter(document);
  return compareDocument(document).map(toLine);
}
const toLine = ({ severity, place, field, message }: Finding) => `${severity} ${place} ${field} ${message}`;

/** The schemas of a document, by name. */
export const schemas = (document: Document) => document.components.schemas;
/** The schemas of both create bodies. */
export const createBodies = (document: Document): Document[] => [
  schemas(document).CreateDatePollInput,
  schemas(document).CreateTimePollInput,
];
