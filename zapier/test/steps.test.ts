/** Every step, run once on a poll that has nothing which a poll may lack. A step without a row here fails. */
import { expect, it } from "vitest";
import App from "../index.ts";
import { expectFields, listOutputFields, listSteps, readDefinition } from "./app-definition.ts";
import { startSpace } from "./space.ts";

const space = startSpace();

const inputs: Record<string, Record<string, unknown>> = {
  new_poll: {},
  new_response: {},
  enough_responses_received: { number_of_responses: "1" },
  poll_ended: {},
  people_still_missing: { invited_people: "Ben", waiting_time: "1 day" },
  time_picked: {},
  create_poll: { title: "New", option_type: "days", dates: "2027-03-01" },
  copy_poll: { move_by: "7" },
  delete_poll: {},
  find_poll: {},
  find_polls: {},
  find_best_time: {},
  find_response: { person: "Ada" },
  find_missing_people: { invited_people: "Ben" },
};

const visible = listSteps(await readDefinition()).filter(({ display }) => display.hidden !== true);

it.each(visible)("$key gives the fields that the editor shows", async (step) => {
  const { type, key } = step;
  expect(inputs[key], "Add an input of this step to the table.").toBeDefined();
  const [open = "", scheduled = ""] = await space.createPolls(2);
  for (const poll of [open, scheduled]) space.vote(poll);
  space.sandbox.schedulePoll(scheduled, "2027-03-01");
  const { operation } = Object(App[type])[key];
  const input = { poll: open, ...inputs[key] };
  const result = await space.run(operation.performList ?? operation.perform, input, {
    isLoadingSample: true,
  });
  const [record = { id: "" }] = [result].flat();
  expect(record.id).toBeTruthy();
  expectFields(record, await listOutputFields(step));
});
