import type { Environment } from "../src/api/setup.ts";
import { CliError } from "./cli.ts";

/**
 * Removes variables whose whole value is a placeholder such as `${user_config.api_key}`: some hosts pass it on when its
 * setting is empty.
 */
export function removePlaceholders(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => !/^\s*\$\{[\w.:-]+\}\s*$/u.test(value ?? "")),
  );
}

/** Variables that turn something on. */
type Switch = "RALLLY_SANDBOX" | "RALLLY_ALLOW_HTTP";

/** Whether a variable is `true` or `1`. Throws {@link CliError} for another value than these, `false`, `0` and none. */
export function isTurnedOn(environment: Environment, name: Switch): boolean {
  const value = environment[name]?.trim().toLowerCase() ?? "";
  if (value === "true" || value === "1") return true;
  if (value === "" || value === "false" || value === "0") return false;
  throw new CliError(`${name} must be true or false`);
}
