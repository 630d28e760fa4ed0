/** Every fault, with the global fetch of Node. */
import { describe } from "vitest";
import { describeFaults } from "./fault-table.ts";

describe("with the global fetch of Node", () => describeFaults("fetch"));
