import type { Transport } from "../../src/api/core.ts";
import type { Environment } from "../../src/api/setup.ts";

/** The transport of the server and the doctor. Its errors name environment variables, not the client's options. */
export async function createServiceTransport(environment: Environment): Promise<Transport> {
  // Loaded with the first call: listing the tools does not need undici.
  const { connectUndici } = await import("../../src/api/undici-transport.ts");
  return connectUndici({}, environment, {
    operation: "createClient",
    baseUrl: "RALLLY_BASE_URL",
    hasOptions: false,
  });
}
