import { buildWorker } from "../../scripts/connector/build.ts";

/** Bundles the Worker once for all files. */
export default buildWorker;
