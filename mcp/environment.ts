import { CliError } from "./cli.ts";

type Environment = Record<string, string | undefined>;

/**
 * Removes variables whose whole value is a placeholder such as `${user_config.api_key}`: some hosts pass it on when its
 * setting is empty.
 */
export function removePlaceholders(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => !/^\s*\$\{[\w.:-]+\}\s*$/u.test(value ?? "")),
  );
}

/** Whether `RALLLY_SANDBOX` chooses the sandbox, as `--sandbox` does. Throws {@link CliError} for another value. */
export function choosesSandbox(environment: Environment): boolean {
  const value = environment["RALLLY_SANDBOX"]?.trim().toLowerCase() ?? "";
  if (value === "true" || value === "1") return true;
  if (value === "" || value === "false" || value === "0") return false;
  throw new CliError("RALLLY_SANDBOX must be true or false");
}
