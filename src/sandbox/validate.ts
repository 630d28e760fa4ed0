/** Checks of what callers send. */
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import { ControlError, validationError } from "./errors.ts";

const maxBodyBytes = 1024 * 1024;

/** Refuses a larger body with 400. */
export const limitBody = bodyLimit({
  maxSize: maxBodyBytes,
  onError: () => {
    throw validationError(`body: Larger than ${maxBodyBytes} bytes`);
  },
});

/** Validates a value; `root` is the path of the whole value. Throws an error that names every invalid field. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  root: string,
  toError = (message: string): Error => new ControlError(400, message),
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return `${issue.path.join(".") || root}: ${issue.message}`;
    return issue.keys.map((key) => `${[...issue.path, key].join(".")}: Unrecognized key`);
  });
  throw toError(problems.join("; "));
}

/** A duration in milliseconds. Node's timers fire at once for longer ones. */
export const milliseconds = z
  .number()
  .min(0)
  .max(2 ** 31 - 1);
