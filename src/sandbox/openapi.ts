/** The OpenAPI 3.1 document of the sandbox. */
export function describeApi(origin: string): unknown {
  return {
    openapi: "3.1.0",
    info: { title: "Sandbox", version: "1.0.0" },
    servers: [{ url: origin }],
    paths: {},
  };
}
