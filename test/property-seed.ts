/**
 * Property tests try the same inputs in every run, so that only a change makes them fail. `PROPERTY_SEED=random` tries others,
 * and a number repeats the inputs of a failure.
 */
import fc from "fast-check";

const seed = process.env["PROPERTY_SEED"] ?? "1";
if (seed !== "random") fc.configureGlobal({ seed: Number(seed) });
