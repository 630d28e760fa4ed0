/** Every fault, with a given dispatcher. */
import { describe } from "vitest";
import { describeFaults } from "./fault-table.ts";

describe("with a given dispatcher", () => describeFaults("dispatcher"));
