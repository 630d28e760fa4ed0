/** The written types are exactly what the schemas check: a difference does not compile. */
import { expectTypeOf, it } from "vitest";
import type * as z from "zod/mini";
import type { operations } from "../../src/api/send/operations.ts";
import type { ApiResponse, Input, OperationName, Output, Poll } from "../../src/api/web.ts";

type In<Name extends OperationName> = z.infer<(typeof operations)[Name]["input"]>;
type Out<Name extends OperationName> = z.infer<(typeof operations)[Name]["output"]>;

it("each operation takes and returns what its written types say", () => {
  expectTypeOf<In<"listPolls">>().toEqualTypeOf<Input<"listPolls">>();
  expectTypeOf<In<"createPoll">>().toEqualTypeOf<Input<"createPoll">>();
  expectTypeOf<In<"getPoll">>().toEqualTypeOf<Input<"getPoll">>();
  expectTypeOf<In<"deletePoll">>().toEqualTypeOf<Input<"deletePoll">>();
  expectTypeOf<In<"getPollResults">>().toEqualTypeOf<Input<"getPollResults">>();
  expectTypeOf<In<"listParticipants">>().toEqualTypeOf<Input<"listParticipants">>();
  expectTypeOf<In<"getParticipant">>().toEqualTypeOf<Input<"getParticipant">>();
  expectTypeOf<In<"getOpenApi">>().toEqualTypeOf<Input<"getOpenApi">>();
  expectTypeOf<Out<"listPolls">>().toEqualTypeOf<Output<"listPolls">>();
  // The client adds `recovered`.
  expectTypeOf<Out<"createPoll">>().toEqualTypeOf<ApiResponse<Poll>>();
  expectTypeOf<Out<"getPoll">>().toEqualTypeOf<Output<"getPoll">>();
  expectTypeOf<Out<"deletePoll">>().toEqualTypeOf<Output<"deletePoll">>();
  expectTypeOf<Out<"getPollResults">>().toEqualTypeOf<Output<"getPollResults">>();
  expectTypeOf<Out<"listParticipants">>().toEqualTypeOf<Output<"listParticipants">>();
  expectTypeOf<Out<"getParticipant">>().toEqualTypeOf<Output<"getParticipant">>();
  expectTypeOf<Out<"getOpenApi">>().toEqualTypeOf<Output<"getOpenApi">>();
});
