import { environment } from "./environment.ts";
import { description, packageName, registryName, title, version } from "./package-info.ts";

const { key, address } = environment;

/** The server.json by which the MCP registry knows the package. */
export const registryEntry = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: registryName,
  title,
  description,
  version,
  packages: [
    {
      registryType: "npm",
      identifier: packageName,
      version,
      transport: { type: "stdio" },
      environmentVariables: [
        { name: key.name, description: key.description, format: "string", isRequired: true, isSecret: true },
        {
          name: address.name,
          description: address.description,
          format: "string",
          isRequired: false,
          default: address.default,
        },
      ],
    },
  ],
};
