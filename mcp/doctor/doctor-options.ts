import { parseArgs } from "node:util";
import { orCliError } from "../cli.ts";

/** The parsed command line of `rallly-mcp doctor`. */
export interface DoctorOptions {
  help: boolean;
  json: boolean;
  sandbox: boolean;
  withoutKey: boolean;
  strict: boolean;
}

/** The text of `rallly-mcp doctor --help`. */
export const doctorHelp = `Usage: rallly-mcp doctor [options]

Checks step by step whether this machine can use the service: Node.js, API key, base URL, DNS, proxy, TLS,
reachability, plan, rate limit, clock and polls. Then it compares the service's OpenAPI document with what this
version knows. It changes nothing, sends at most two requests, and never prints the key.

Options:
  --without-key  leave out the checks of key, plan, rate limit and polls, which need an API key
  --strict       also fail on warnings
  --json         print one JSON document
  --sandbox      check a built-in imitation of the service, not the service
  --help         print this

Environment: RALLLY_API_KEY, RALLLY_BASE_URL and RALLLY_SANDBOX as for the server; see rallly-mcp --help.

Exit codes: 0 no check failed (there may be warnings), 1 a check failed, 2 wrong options.
`;

/** Parses the arguments after `doctor`. Throws {@link CliError} when they are invalid. */
export function parseDoctorOptions(args: string[]): DoctorOptions {
  const { values } = orCliError(
    () =>
      parseArgs({
        args,
        strict: true,
        allowPositionals: false,
        options: {
          help: { type: "boolean", short: "h" },
          json: { type: "boolean" },
          sandbox: { type: "boolean" },
          "without-key": { type: "boolean" },
          strict: { type: "boolean" },
        },
      }),
    "doctor: ",
  );
  return {
    help: values.help ?? false,
    json: values.json ?? false,
    sandbox: values.sandbox ?? false,
    withoutKey: values["without-key"] ?? false,
    strict: values.strict ?? false,
  };
}
