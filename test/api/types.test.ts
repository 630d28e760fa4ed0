/** The written types are exactly what the schemas check: a difference does not compile. */
import { expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import type { operations } from "../../src/api/send/operations.ts";
import type { Input, OperationName } from "../../src/api/web.ts";

type In<Name extends OperationName> = z.infer<(typeof operations)[Name]["input"]>;

it("each operation takes and returns what its written types say", () => {
  expectTypeOf<In<"listPolls">>().toEqualTypeOf<Input<"listPolls">>();
  expectTypeOf<In<"createPoll">>().toEqualTypeOf<Input<"createPoll">>();
  expectTypeOf<In<"getPoll">>().toEqualTypeOf<Input<"getPoll">>();
  expectTypeOf<In<"deletePoll">>().toEqualTypeOf<Input<"deletePoll">>();
  expectTypeOf<In<"getPollResults">>().toEqualTypeOf<Input<"getPollResults">>();
  expectTypeOf<In<"listParticipants">>().toEqualTypeOf<Input<"listParticipants">>();
  expectTypeOf<In<"getParticipant">>().toEqualTypeOf<Input<"getParticipant">>();
  expectTypeOf<In<"getOpenApi">>().toEqualTypeOf<Input<"getOpenApi">>();
});
