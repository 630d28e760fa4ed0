/** The connector that tests start. */
import { expect, it } from "vitest";
import { openConnector } from "./harness.ts";

/** More than a list of Workers KV has on its first page. */
const clientCount = 1_050;

it("lists all that is stored, also beyond the first 1,000 keys of Workers KV", async () => {
  const { origin, stored } = await openConnector();
  const register = async (index: number) => {
    const response = await fetch(`${origin}/oauth/register`, {
      method: "POST",
      // The limit of one address is lower.
      headers: { "cf-connecting-ip": `192.0.2.${index % 10}` },
      body: JSON.stringify({
        redirect_uris: ["http://127.0.0.1:9/callback"],
        token_endpoint_auth_method: "none",
      }),
    });
    return ((await response.json()) as { client_id: string }).client_id;
  };
  const ids: string[] = [];
  while (ids.length < clientCount)
    ids.push(...(await Promise.all(Array.from({ length: 50 }, (_, index) => register(index)))));
  const keys = Object.keys(await stored());
  expect(keys.filter((key) => key.startsWith("client:")).sort()).toEqual(
    ids.map((id) => `client:${id}`).sort(),
  );
});
