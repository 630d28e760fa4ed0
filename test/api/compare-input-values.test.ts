/** The comparison of an OpenAPI document with this version, on copies of the public document that take fewer values of an input. */
import { expect, it } from "vitest";
import { createBodies, type Document, listFindings, schemas } from "./document-findings.ts";

const narrowings: [string, (document: Document) => void, string[]][] = [
  [
    "a list of values, a pattern and a format for what was any text",
    (document) => {
      for (const { properties } of createBodies(document)) {
        properties.title.enum = ["Lunch", "Dinner"];
        properties.description.pattern = "^[a-z]*$";
        properties.location.format = "uri";
      }
      schemas(document).CreateTimePollInput.properties.timeZone.pattern = "^Europe/";
      document.paths["/v1/polls/{pollId}/results"].get.parameters[0].schema.format = "uuid";
    },
    [
      'warning body title accepts only "Lunch" or "Dinner" now',
      "warning body description must match a pattern now",
      "warning body location has the format uri now, none before",
      "warning body timeZone must match a pattern now",
      "warning path pollId has the format uuid now, none before",
    ],
  ],
  [
    "another format of an input",
    (document) => {
      schemas(document).CreateDatePollInput.properties.options.items.properties.date.format = "date-time";
    },
    ['warning body options[].date has the format date-time now, date before with kind "date"'],
  ],
  [
    "a setting that takes one value",
    (document) => {
      for (const { properties } of createBodies(document))
        properties.hideScores = { type: "boolean", const: false };
    },
    ["warning body hideScores does not accept true anymore"],
  ],
  [
    "a conferencing provider that is not accepted anymore, and a new one",
    (document) => {
      for (const { properties } of createBodies(document)) {
        const [zoom, , ...others] = properties.conferencing.oneOf;
        const webex = { ...zoom, properties: { provider: { type: "string", const: "webex" } } };
        properties.conferencing = { oneOf: [zoom, webex, ...others] };
      }
    },
    [
      'warning body conferencing.provider does not accept "meet" anymore',
      'news body conferencing.provider accepts "webex" too',
    ],
  ],
];

it.each(narrowings)("%s", (_, alter, expected) => {
  expect(listFindings(alter).sort()).toEqual(expected.sort());
});
