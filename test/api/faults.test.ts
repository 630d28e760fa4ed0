/** Every fault, with the built-in transport. */
import { describe } from "vitest";
import { describeFaults } from "./fault-table.ts";

describe("with the built-in transport", () => describeFaults("undici"));
