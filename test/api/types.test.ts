/** The written types are what the schemas and guards check: a difference does not compile. */
import { expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import type { Guard } from "../../src/api/check/responses.ts";
import type { operations } from "../../src/api/send/operations.ts";
import type { Input, OperationName, Output } from "../../src/api/web.ts";

type Checked<Name extends OperationName> = z.infer<(typeof operations)[Name]["input"]>;
type Returned<Name extends OperationName> =
  (typeof operations)[Name]["output"] extends Guard<infer Type> ? Type : never;

type Same<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? true : false;

/** The operations whose types differ. */
type Different = {
  [Name in OperationName]: [
    Same<Checked<Name>, Input<Name>>,
    Returned<Name> extends Output<Name> ? true : false,
  ] extends [true, true]
    ? never
    : Name;
}[OperationName];

it("each operation takes and returns what its written types say", () => {
  expectTypeOf<Different>().toEqualTypeOf<never>();
});
