import type { Trigger } from "zapier-platform-core";
import { formatOption } from "../../src/time/index.ts";
import { step } from "../client.ts";
import { zoneOf } from "../polls.ts";

/** The hidden trigger that fills a dropdown with the options of the chosen poll. */
export const optionList = {
  key: "option_list",
  noun: "Option",
  display: {
    label: "List Options",
    description: "Triggers when a dropdown of options is opened.",
    hidden: true,
  },
  operation: {
    type: "polling",
    perform: step(async ({ client, values }) => {
      const { data: poll } = await client.getPoll({ pollId: String(values["poll"]) });
      return poll.options.map((option) => ({ id: option.id, name: formatOption(option, zoneOf(poll)) }));
    }),
    inputFields: [],
  },
} satisfies Trigger;
