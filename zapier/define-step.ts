import type { Bundle, PlainOutputField, ZObject } from "zapier-platform-core";
import { type Run, step } from "./client.ts";
import type { ErrorMapper } from "./errors.ts";
import type { Fields, Form, FormOf } from "./input/index.ts";
import { listFields, type OutputRecord, type Outputs, toRecord } from "./output/index.ts";

/** What triggers, actions and searches have in common. */
export interface StepTable<Table extends Fields, Found> {
  key: string;
  noun: string;
  label: string;
  description: string;
  form: Form<Table>;
  /** How the record of a step is made of what it finds. A field for this step alone is a line behind a shared table. */
  outputs: Outputs<Found>;
  /** Output fields that depend on the form. */
  moreFields?: ((z: ZObject, bundle: Bundle) => Promise<PlainOutputField[]>)[];
  /** What the editor shows before the step was tested. */
  sample: NoInfer<Found>;
}

/** A step: reads its form, runs `perform`, and makes records of what that finds with `show`. */
export const defineStep = <Table extends Fields, Found, Result>(
  { key, noun, label, description, form, outputs, moreFields = [], sample }: StepTable<Table, Found>,
  perform: (run: Run, asked: FormOf<Table>, show: (found: Found) => OutputRecord) => Promise<Result>,
  toError?: ErrorMapper,
) => {
  const show = (found: Found) => toRecord(outputs, found);
  return {
    key,
    noun,
    display: { label, description },
    operation: {
      perform: step((run) => perform(run, form.read(run.values, run), show), toError),
      inputFields: form.inputFields,
      inputFieldGroups: form.inputFieldGroups,
      outputFields: [...listFields(outputs), ...moreFields],
      sample: show(sample),
    },
  };
};
