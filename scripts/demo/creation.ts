import { addDays } from "../../src/time/index.ts";
import type { DemoContext, DemoPolls } from "./transcript.ts";
import { check, quote, say, scene } from "./transcript.ts";

/** The assistant makes the four kinds of poll that the API knows. */
export async function createByAssistant({ assistant, monday, sandbox }: DemoContext): Promise<DemoPolls> {
  scene("The assistant makes four polls (create_poll)");
  let invite = "";
  const create = async (asked: string, input: Record<string, unknown>, count: number, wanted: string[]) => {
    const { data, failed, text } = await assistant.call("create_poll", input);
    if (failed) throw new Error(text);
    const shown = Array.isArray(data["options"])
      ? (data["options"] as string[])
      : [data["firstOption"], "…", data["lastOption"]];
    say(`\n“${asked}”`);
    const few = shown.length <= 4 ? shown : [...shown.slice(0, 2), "…", shown.at(-1)];
    say(few.map((option) => `   ${option}`).join("\n"));
    check(
      `${input["title"]}: ${count} options, with ${wanted.join(" and ")}`,
      data["optionCount"] === count &&
        wanted.every((text) => shown.some((line) => String(line).includes(text))),
    );
    invite = String(data["inviteUrl"]);
    return String(data["pollId"]);
  };

  const tuesday = addDays(monday, 1);
  const friday = addDays(monday, 4);
  const polls = {
    dates: await create(
      "Summer party in our garden: Monday, Tuesday or Friday?",
      { title: "Summer party", kind: "date", dates: [monday, tuesday, friday], location: "Our garden" },
      3,
      [`Mon ${monday}`, `Fri ${friday}`],
    ),
    slots: await create(
      "London call: Monday at 9 or 14, or a longer one on Tuesday at 10, London time.",
      {
        title: "London call",
        kind: "time",
        timeZone: "Europe/London",
        duration: 30,
        times: [
          { start: `${monday}T09:00` },
          { start: `${monday}T14:00` },
          { start: `${tuesday}T10:00`, duration: 60 },
        ],
      },
      3,
      [`${monday} 09:00–09:30`, `${tuesday} 10:00–11:00`],
    ),
    windows: await create(
      "Design review in New York: half an hour on any weekday morning, starting on the hour.",
      {
        title: "Design review",
        kind: "time",
        timeZone: "America/New_York",
        duration: 30,
        windows: [
          {
            startDate: monday,
            endDate: friday,
            days: ["mon", "tue", "wed", "thu", "fri"],
            from: "09:00",
            to: "12:00",
            interval: 60,
          },
        ],
      },
      15,
      [`Mon ${monday} 09:00–09:30`, `Fri ${friday} 11:00–11:30`],
    ),
    mixed: await create(
      "Berlin retrospective: Monday at 18:00, or one of the hours after lunch on Thursday or Friday.",
      {
        title: "Berlin retrospective",
        kind: "time",
        timeZone: "Europe/Berlin",
        duration: 60,
        times: [{ start: `${monday}T18:00` }],
        windows: [{ startDate: addDays(monday, 3), endDate: friday, from: "13:00", to: "16:00" }],
      },
      7,
      [`Mon ${monday} 18:00–19:00`, `Fri ${friday} 15:00–16:00`],
    ),
  };
  say("");
  const bodies = sandbox.requests.filter(({ method }) => method === "POST");
  check("each was made by one request", bodies.length === 4);
  say(`Each has a link for the people invited, such as ${invite},\nwhich works as long as this demo runs.`);
  return polls;
}

/** The Zap notices what the assistant made, and makes a poll of its own that the assistant can read. */
export async function createByZap(
  { assistant, monday, zap }: DemoContext,
  polls: DemoPolls,
): Promise<string> {
  scene("A Zap notices them (New Poll) and makes one of its own (Create Poll)");
  const found = await zap.poll("new_poll");
  for (const poll of found.slice(0, 4)) say(`${poll["title"]}, ${poll["option_count"]} options`);
  const newest = found.slice(0, 4).map((poll) => poll["id"]);
  const made = [polls.mixed, polls.windows, polls.slots, polls.dates];
  check("the trigger finds the assistant's four polls, newest first", newest.join() === made.join());

  const poll = await zap.act("create_poll", {
    title: "Choir rehearsal",
    kind: "time",
    time_zone: "Europe/Berlin",
    duration: 90,
    times: [`${addDays(monday, 1)} 19:00`, `${addDays(monday, 2)} 19:00`],
    location: "Parish hall",
  });
  say("\nIts form was filled in: Choir rehearsal, two evenings at 19:00, 90 minutes each, in Berlin.");
  quote(String(poll["options_text"]));
  check("Choir rehearsal: 2 options", poll["option_count"] === 2);

  const { data } = await assistant.call("get_poll", { pollId: poll["id"] });
  check("the assistant reads the same poll", data["title"] === "Choir rehearsal");
  return String(poll["id"]);
}
