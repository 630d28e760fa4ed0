import { PeopleError } from "../../src/scheduling/index.ts";
import { FormRefusal } from "./refusal.ts";

/** What the field of people who must be there is called. */
export const requiredPeopleLabel = "Required People";

const reasons = {
  unknown: "nobody of this name or address answered the poll.",
  ambiguous: "several people who answered are called that; give the address.",
  contradiction: "is required and left out at once.",
};

/** Runs a ranking; people who cannot be told from what was written are refused with those who may have been meant. */
export function refuseUnclearPeople<Result>(rank: () => Result): Result {
  try {
    return rank();
  } catch (error) {
    if (!(error instanceof PeopleError)) throw error;
    throw new FormRefusal(
      error.problems.map(({ query, kind, close }) => {
        const meant = close.map(({ name, email }) => (email === null ? name : `${name} (${email})`));
        const hint = meant.length === 0 ? "" : ` Did you mean ${meant.join(" or ")}?`;
        return { field: requiredPeopleLabel, message: `"${query}": ${reasons[kind]}${hint}` };
      }),
    );
  }
}
