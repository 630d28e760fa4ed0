/** Maximum number of options of a poll. */
export const maxOptions = 100;

/** Maximum lengths of the texts of a poll, in characters. */
export const maxLengths = { title: 255, description: 1000, location: 255, callLabel: 100, callProvider: 100 };

/** Maximum number of polls on one page of a listing. */
export const maxPageSize = 100;
