/**
 * Adds to server.json what only a deployment or a release knows:
 *
 *     node publish/extend-server.ts https://polls.example.com/mcp   the URL of a connector
 *     node publish/extend-server.ts rallly-connect.mcpb             the bundle in the release of this version
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

const [given = ""] = process.argv.slice(2);
const file = "server.json";
const server = JSON.parse(readFileSync(file, "utf8"));
if (/^https:\/\/[^?#]+\/mcp$/.test(given) && URL.canParse(given)) {
  server.remotes = [{ type: "streamable-http", url: new URL(given).href }];
} else if (given.endsWith(".mcpb") && existsSync(given)) {
  const { version, repository } = server;
  server.packages.push({
    registryType: "mcpb",
    identifier: `${repository.url}/releases/download/v${version}/${basename(given)}`,
    version,
    fileSha256: createHash("sha256").update(readFileSync(given)).digest("hex"),
    transport: { type: "stdio" },
  });
} else {
  console.error("Pass the https URL of your connector, which ends with /mcp, or the file of the bundle");
  process.exit(2);
}
writeFileSync(file, `${JSON.stringify(server, null, 2)}\n`);
