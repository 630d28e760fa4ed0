/**
 * The rules of the MCP registry for server.json, in our words: schema 2025-12-11, and what the registry checks beyond it for packages
 * of npm and MCPB. Stricter than the registry, because unknown fields are refused. Source:
 * https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json. The release workflow also runs the registry's own
 * `mcp-publisher validate`.
 */
const text = { type: "string", minLength: 1 };
const address = { type: "string", pattern: "^https://" };
const stdio = {
  type: "object",
  properties: { type: { const: "stdio" } },
  required: ["type"],
  additionalProperties: false,
};
const exactVersion = { type: "string", maxLength: 255, pattern: "^\\d+\\.\\d+\\.\\d+(-[\\w.-]+)?$" };

const variable = {
  type: "object",
  properties: {
    name: text,
    description: text,
    format: { enum: ["string", "number", "boolean", "filepath"] },
    isRequired: { type: "boolean" },
    isSecret: { type: "boolean" },
    default: { type: "string" },
  },
  required: ["name"],
  additionalProperties: false,
};

const npmPackage = {
  type: "object",
  properties: {
    registryType: { const: "npm" },
    identifier: text,
    version: exactVersion,
    transport: stdio,
    environmentVariables: { type: "array", items: variable },
  },
  required: ["registryType", "identifier", "version", "transport"],
  additionalProperties: false,
};

const bundle = {
  type: "object",
  properties: {
    registryType: { const: "mcpb" },
    identifier: { type: "string", pattern: "^https://.*mcp" },
    fileSha256: { type: "string", pattern: "^[a-f0-9]{64}$" },
    transport: stdio,
  },
  required: ["registryType", "identifier", "fileSha256", "transport"],
  additionalProperties: false,
};

/** As a JSON schema of draft 7. */
export const serverSchema = {
  type: "object",
  properties: {
    $schema: { const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json" },
    name: { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
    title: { ...text, maxLength: 100 },
    description: { ...text, maxLength: 100 },
    version: exactVersion,
    repository: {
      type: "object",
      properties: { url: address, source: text },
      required: ["url", "source"],
      additionalProperties: false,
    },
    packages: { type: "array", minItems: 1, items: { oneOf: [npmPackage, bundle] } },
  },
  required: ["$schema", "name", "description", "version", "packages"],
  additionalProperties: false,
};
