/** Small documents that would take long, or more of the stack than there is: refused as too complex, without a crash. */
import { describe, expect, it } from "vitest";
import { compareDocument } from "../../src/api/document/index.ts";
import { type Document, listFindings, schemas } from "./document-findings.ts";
import { createPublicDocument } from "./public-document.ts";

const tooComplex = "unknown document document is too complex to compare fully";

/** JSON that is nested deeply, as JSON.parse returns it. */
const nest = (open: string, inside: string, close: string, depth = 20_000) =>
  JSON.parse(open.repeat(depth) + inside + close.repeat(depth));

const manyProperties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}]));

describe("deep nesting", () => {
  const deepList = nest("[", "", "]");
  const deepSchemas: [string, unknown][] = [
    ["const", { const: deepList }],
    ["enum", { type: "string", enum: [deepList] }],
    ["const of an object", { const: nest('{"a":', "1", "}") }],
    [
      "default, example and examples",
      { type: "string", default: deepList, example: deepList, examples: deepList },
    ],
    ["properties", nest('{"type":"object","properties":{"name":', "{}", "}}")],
    ["items", nest('{"type":"array","items":', "{}", "}")],
    ["allOf", nest('{"allOf":[', "{}", "]}")],
    ["anyOf", nest('{"anyOf":[', "{}", "]}")],
    ["type", { type: deepList }],
    ["required", { type: "object", required: deepList }],
    ["format", { type: "string", format: deepList }],
    ["limits", { type: "string", maxLength: deepList, exclusiveMinimum: deepList }],
    ["an unknown keyword", { type: "string", not: deepList, "x-other": deepList }],
  ];
  it.each(deepSchemas)("of a schema does not throw: %s", (_, schema) => {
    const document: Document = createPublicDocument();
    schemas(document).Poll = schema;
    schemas(document).Participant.properties.name = schema;
    for (const name of ["CreateDatePollInput", "CreateTimePollInput"])
      schemas(document)[name].properties.title = schema;
    const found = compareDocument(document);
    expect(found.length).toBeLessThanOrEqual(200);
    expect(found.filter(({ place }) => place === "document")).toEqual([]);
  });

  it("of other parts of the document does not throw", () => {
    for (const alter of [
      (document: Document) => {
        document.components.securitySchemes.bearerAuth.scheme = deepList;
      },
      (document: Document) => {
        document.security = deepList;
      },
      (document: Document) => {
        document.paths["/v1/polls"].get.parameters.push({ in: deepList, name: deepList, schema: deepList });
      },
      (document: Document) => {
        document.paths["/v1/polls"].get.responses = deepList;
      },
      (document: Document) => {
        document.paths["/v1/polls"].post.requestBody = {
          content: { "application/json": { schema: deepList } },
        };
      },
    ])
      expect(() => listFindings(alter)).not.toThrow();
  });

  it("does not throw for values that cannot become a text", () => {
    const found = listFindings((document) => {
      document.components.securitySchemes.bearerAuth.scheme = { toString: null, valueOf: null };
    });
    expect(found).toContain("warning operation GET /polls does not take a Bearer key anymore");
  });
});

describe("values that are objects or lists", () => {
  it("are not compared, and are named", () => {
    const found = listFindings((document) => {
      schemas(document).Participant.properties.name = { type: "string", enum: ["a", { b: 1 }] };
      schemas(document).VoteCount.properties.count = { const: [1] };
    });
    expect(found).toContain(
      "unknown response name could not be compared fully: it uses enum with objects or lists",
    );
    expect(found).toContain(
      "unknown response options[].votes[].count could not be compared fully: it uses const with an object or a list",
    );
  });
});

describe("a document whose comparison would take long", () => {
  const complex: [string, (document: Document) => void][] = [
    [
      "many parts of allOf beside many properties",
      (document) => {
        schemas(document).Poll = {
          type: "object",
          properties: manyProperties(1_000),
          allOf: Array.from({ length: 1_000 }, () => ({})),
        };
      },
    ],
    [
      "parts that refer to the same properties",
      (document) => {
        schemas(document).Wide = { properties: { id: {} } };
        schemas(document).Poll = {
          allOf: Array.from({ length: 2_000 }, () => ({ $ref: "#/components/schemas/Wide" })),
        };
      },
    ],
    [
      "many properties in many alternatives",
      (document) => {
        schemas(document).Poll = {
          anyOf: Array.from({ length: 60 }, () => ({ type: "object" })),
          allOf: [
            { type: "object", properties: manyProperties(400) },
            ...Array.from({ length: 100 }, () => true),
          ],
        };
      },
    ],
    [
      "a long value that many parts refer to",
      (document) => {
        schemas(document).Long = { const: "x".repeat(1_000_000) };
        schemas(document).Poll = {
          allOf: Array.from({ length: 1_000 }, () => ({ $ref: "#/components/schemas/Long" })),
        };
      },
    ],
    [
      "a long list of types, required names or values, each repeated",
      (document) => {
        const repeat = (value: unknown) => Array.from({ length: 20_000 }, () => value);
        schemas(document).Long = { type: repeat("object"), required: repeat("id"), enum: repeat("a") };
        schemas(document).Poll = {
          allOf: Array.from({ length: 1_000 }, () => ({ $ref: "#/components/schemas/Long" })),
        };
      },
    ],
    [
      "a long list of types beside one that is no text",
      (document) => {
        schemas(document).Long = { type: [...Array.from({ length: 50_000 }, () => "object"), 1] };
        for (const name of Object.keys(schemas(document).Poll.properties))
          schemas(document).Poll.properties[name] = { $ref: "#/components/schemas/Long" };
      },
    ],
    [
      "alternatives that are true or false",
      (document) => {
        schemas(document).Long = { anyOf: Array.from({ length: 50_000 }, () => false) };
        schemas(document).Poll = {
          allOf: Array.from({ length: 1_000 }, () => ({ $ref: "#/components/schemas/Long" })),
        };
      },
    ],
    [
      "long references",
      (document) => {
        let deep: Document = { type: "object" };
        for (let index = 0; index < 480; index += 1) deep = { a: deep };
        document.deep = deep;
        const reference = { $ref: `#/deep${"/a".repeat(480)}` };
        schemas(document).Poll = { allOf: Array.from({ length: 5_000 }, () => reference) };
      },
    ],
    [
      "many parameters in a path that many paths refer to",
      (document) => {
        document.components.Item = {
          get: {},
          parameters: Array.from({ length: 5_000 }, (_, index) => ({ in: "query", name: `p${index}` })),
        };
        for (let index = 0; index < 500; index += 1)
          document.paths[`/v1/new${index}`] = { $ref: "#/components/Item" };
      },
    ],
    [
      "many content types of a response that many statuses refer to",
      (document) => {
        const content = Object.fromEntries(
          Array.from({ length: 20_000 }, (_, index) => [`text/p${index}`, {}]),
        );
        document.components.responses = { Many: { content } };
        for (let status = 400; status < 600; status += 1)
          document.paths["/v1/polls"].get.responses[status] = { $ref: "#/components/responses/Many" };
      },
    ],
    [
      "many security schemes",
      (document) => {
        let deep: Document = { type: "apiKey" };
        for (let index = 0; index < 480; index += 1) deep = { a: deep };
        document.deep = deep;
        document.components.securitySchemes.long = { $ref: `#/deep${"/a".repeat(480)}` };
        document.paths["/v1/polls"].get.security = Array.from({ length: 5_000 }, () => ({ long: [] }));
      },
    ],
  ];
  it.each(complex)("is refused as too complex: %s", (_, alter) => {
    expect(listFindings(alter)).toContain(tooComplex);
  });

  it("shows names and values of the document only to a maximum length", () => {
    const long = "x".repeat(100_000);
    const found = listFindings((document) => {
      schemas(document).Participant.properties[long] = { type: "string" };
      schemas(document).Participant.properties.name = { type: "string", format: long };
      schemas(document).PollStatus.enum.push(long);
      document.paths[`/v1/${long}`] = { get: {} };
      document.paths["/v1/polls"].get.parameters.push({ in: "query", name: long });
    });
    expect(found.length).toBeGreaterThan(3);
    for (const line of found) expect(line.length).toBeLessThan(1_500);
  });
});
