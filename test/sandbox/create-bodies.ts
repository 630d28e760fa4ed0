/** The contract's worked example: 15 slots in New York. */
export const newYork = {
  title: "Interviews",
  kind: "time",
  timeZone: "America/New_York",
  duration: 30,
  generators: [
    {
      startDate: "2027-03-01",
      endDate: "2027-03-05",
      days: ["mon", "tue", "wed", "thu", "fri"],
      from: "09:00",
      to: "12:00",
      interval: 60,
    },
  ],
};

/** The generator of `newYork`. */
export const generator = newYork.generators[0];

/** A time poll without options. */
export const bare = { title: "Call", kind: "time" };
