/** Adds the URL of a deployed connector to server.json: `node publish/add-remote.ts https://polls.example.com/mcp`. */
import { readFileSync, writeFileSync } from "node:fs";

const [given = ""] = process.argv.slice(2);
if (!URL.canParse(given) || !/^https:\/\/[^?#]+\/mcp$/.test(given)) {
  console.error("Pass the https URL of your connector, which ends with /mcp: https://polls.example.com/mcp");
  process.exit(2);
}
const file = new URL("../server.json", import.meta.url);
const server = JSON.parse(readFileSync(file, "utf8"));
server.remotes = [{ type: "streamable-http", url: new URL(given).href }];
writeFileSync(file, `${JSON.stringify(server, null, 2)}\n`);
