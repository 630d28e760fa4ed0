/** One thing that is wrong in a form, with the label of the field as the person sees it. */
export interface FieldProblem {
  field: string;
  message: string;
}

/**
 * Thrown when what a person filled in cannot be sent as it stands. Nothing has been sent. Holds every problem, so
 * that a Zap is mended in one go.
 */
export class FormRefusal extends Error {
  readonly problems: readonly FieldProblem[];

  constructor(problems: readonly FieldProblem[]) {
    super(problems.map(({ field, message }) => `${field}: ${message}`).join(" "));
    this.name = "FormRefusal";
    this.problems = problems;
  }
}
