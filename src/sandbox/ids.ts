import { randomInt } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const lowerLetters = "abcdefghijklmnopqrstuvwxyz0123456789";

const draw = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");

/** A poll's id, of the form `Xk3pQ9vLm2Ab`. */
export const makePollId = () => draw(letters, 12);

/** The id of anything else: options, participants, events. */
export const makeRecordId = () => `cm${draw(lowerLetters, 23)}`;
