/** One thing that is wrong with an input. The only shape for it, in every module. */
export interface Problem {
  /** The field, as a path in the input's own names: `options.0.date`, `times.2.start`. */
  readonly path: string;
  /** What is wrong, as a sentence or the end of one. */
  readonly message: string;
  /** What to ask the person, when only a person can decide. It completes "Ask the person": `which time they mean`. */
  readonly ask?: string;
}
