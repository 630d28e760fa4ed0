import { request } from "node:http";

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends one request of JSON with exactly these headers: `fetch` would add an Accept. */
export const send = (
  url: string,
  headers: Record<string, string>,
  { method = "POST", body = "", path = "/mcp" },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const all = { "content-type": "application/json", ...headers };
    const sent = request(new URL(path, url), { method, headers: all }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on("error", reject).end(method === "POST" ? body : undefined);
  });
