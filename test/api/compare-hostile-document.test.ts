/** Documents that are no OpenAPI, incomplete, unusual or hostile: compared as far as possible, bounded, without a crash. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareDocument } from "../../src/api/document/index.ts";
import { createPublicDocument } from "./public-document.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests change any part of a document
type Document = any;

function listFindings(alter: (document: Document) => void): string[] {
  const document: Document = createPublicDocument();
  alter(document);
  return compareDocument(document).map(({ severity, field, message }) => `${severity} ${field} ${message}`);
}

const schemas = (document: Document) => document.components.schemas;

describe("a document that cannot be compared", () => {
  it.each([
    undefined,
    null,
    "<html>",
    [],
    {},
    { openapi: "3.1.0" },
    { openapi: "3.1.0", paths: [] },
    { openapi: "3.1.0", paths: { "/v1/polls": "gone" } },
  ])("is reported as a whole: %j", (document) => {
    expect(compareDocument(document)).toEqual([
      {
        severity: "unknown",
        place: "document",
        field: "document",
        message: "lists no operations",
        operations: [],
      },
    ]);
  });

  it.each<[string, unknown, string]>([
    [
      "a reference to itself",
      { $ref: "#/components/schemas/Participant" },
      "a schema refers to itself, or is nested too deeply",
    ],
    [
      "alternatives that contain themselves",
      { anyOf: [{ $ref: "#/components/schemas/Participant" }] },
      "a schema refers to itself, or is nested too deeply",
    ],
    [
      "a reference to another file",
      { $ref: "https://example.com/other.json#/Participant" },
      "a reference leads out of the document",
    ],
    ["a reference to nothing", { $ref: "#/components/schemas/Nobody" }, "a reference leads to nothing"],
    [
      "a reference to what every object has",
      { $ref: "#/components/schemas/constructor" },
      "a reference leads to nothing",
    ],
    ["a schema that is a number", 7, "a schema is not an object"],
    ["a type that is an object", { type: {} }, "a type is not a text"],
    ["alternatives that are no list", { anyOf: {} }, "anyOf is not a list"],
    ["no type", {}, "it has no type"],
    ["an object without fields", { type: "object" }, "its fields are not listed"],
    [
      "many alternatives",
      { allOf: Array.from({ length: 7 }, () => ({ anyOf: [{ type: "object" }, { type: "object" }] })) },
      "a schema has more than 64 alternatives",
    ],
  ])("names the part: %s", (_, schema, reason) => {
    const found = listFindings((document) => {
      schemas(document).Participant = schema;
    });
    expect(found).toContain(`unknown data could not be compared: ${reason}`);
    expect(found.every((line) => line.includes("could not be compared"))).toBe(true);
  });

  it("names constructions that may change what is valid, and compares the rest", () => {
    const found = listFindings((document) => {
      const { Participant } = schemas(document);
      Participant.properties.name = { type: "string", not: { const: "x" } };
      Participant.properties.email = { type: "string", if: {}, patternProperties: {} };
      delete Participant.properties.createdAt;
    });
    expect(found).toEqual([
      "warning createdAt is not in responses anymore",
      "unknown name could not be compared fully: it uses not",
      "unknown email could not be compared fully: it uses if, patternProperties",
    ]);
  });

  it("accepts recursion between objects, which needs no end", () => {
    const found = listFindings((document) => {
      schemas(document).Poll.properties.copyOf = { $ref: "#/components/schemas/Poll" };
    });
    expect(found).toEqual(["news copyOf is new"]);
  });

  it("treats names of Object's own members as any other", () => {
    const found = listFindings((document) => {
      const own = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "string"}}');
      schemas(document).Poll.properties = {
        ...schemas(document).Poll.properties,
        constructor: own.constructor,
      };
      Object.defineProperty(schemas(document).Poll.properties, "__proto__", {
        value: { type: "string" },
        enumerable: true,
      });
    });
    expect(found.sort()).toEqual(["news __proto__ is new", "news constructor is new"]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("the size of the result", () => {
  it("stays bounded with many new fields, paths and values", () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `field${index}`);
    const document: Document = createPublicDocument();
    for (const name of many) {
      schemas(document).Poll.properties[name] = { type: "string" };
      document.paths[`/v1/${name}`] = { get: {} };
    }
    schemas(document).PollStatus.enum = many;
    const found = compareDocument(document);
    expect(found.length).toBeLessThanOrEqual(200);
    expect(JSON.stringify(found).length).toBeLessThan(100_000);
  });

  it("stays bounded with schemas that multiply, and says so", () => {
    const document: Document = createPublicDocument();
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`p${index}`, {}]));
    schemas(document).Wide = { type: "object", properties };
    schemas(document).Poll = {
      anyOf: Array.from({ length: 60 }, () => ({ $ref: "#/components/schemas/Wide" })),
    };
    const [first] = compareDocument(document).filter(({ place }) => place === "document");
    expect(first?.message).toBe("is too complex to compare fully");
  });
});

describe("any part replaced by any JSON", () => {
  const places: string[][] = [];
  const collect = (value: unknown, path: string[]) => {
    places.push(path);
    if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value)) collect(inner, [...path, name]);
  };
  collect(createPublicDocument(), []);

  it("never throws, and stays bounded", () => {
    const unusual = fc.constantFrom<unknown>(
      { $ref: "#" },
      { $ref: "#/" },
      { $ref: "#/paths" },
      { $ref: "#/%" },
      { type: ["null"] },
      { type: [] },
      { enum: [] },
      { enum: [null] },
      { allOf: [false] },
      { anyOf: [] },
      { properties: { id: true } },
      { type: "array" },
      { type: "array", items: [{}] },
      true,
      false,
    );
    fc.assert(
      fc.property(fc.nat(places.length - 1), fc.oneof(unusual, fc.jsonValue()), (index, value) => {
        const path = places[index] ?? [];
        const document: Document = { root: createPublicDocument() };
        let holder = document;
        for (const name of ["root", ...path.slice(0, -1)]) holder = holder[name];
        if (path.length === 0) document.root = value;
        else holder[path.at(-1) as string] = value;
        expect(compareDocument(document.root).length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 150 },
    );
  });
});
