/** A poll about one day. */
export const dates = { title: "T", kind: "date", options: [{ date: "2027-03-01" }] };

/** A poll about one floating time. */
export const times = { title: "T", kind: "time", duration: 30, options: [{ startTime: "2027-03-01T09:00" }] };

/** A window of three hours on five days. */
export const generator = { startDate: "2027-03-01", endDate: "2027-03-05", from: "09:00", to: "12:00" };

/** A poll whose slots come from the window. */
export const windows = { title: "T", kind: "time", duration: 30, generators: [generator] };

/** Consecutive days. */
export const days = (count: number) =>
  Array.from({ length: count }, (_, day) => ({
    date: new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
  }));

/** Consecutive full hours. */
export const hours = (count: number) =>
  Array.from({ length: count }, (_, hour) => ({
    startTime: new Date(Date.UTC(2027, 0, 1, hour)).toISOString(),
  }));
