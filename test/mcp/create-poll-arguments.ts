/** A window of three slots on each of five mornings. */
export const week = {
  startDate: "2027-03-01",
  endDate: "2027-03-05",
  days: ["mon", "tue", "wed", "thu", "fri"],
  from: "09:00",
  to: "12:00",
  interval: 60,
};

/** Fifteen slots in New York. */
export const newYork = { title: "Interviews", timeZone: "America/New_York", duration: 30, windows: [week] };
