/** What the demo prints: numbered scenes, lines of what happened, and checks that stop it when one is not so. */

import type { Sandbox } from "../../src/sandbox/index.ts";
import { addDays, weekdayOf } from "../../src/time/dates.ts";
import type { Assistant, Zap } from "./assistant.ts";

let scenes = 0;

/** Begins a scene of the story. */
export function scene(title: string): void {
  scenes += 1;
  console.log(`\n${scenes}. ${title}\n${"-".repeat(title.length + 3)}`);
}

/** Prints text under the scene, indented. */
export function say(text: string): void {
  console.log(text.replace(/^(?=.)/gm, "   "));
}

/** Prints a fact that was checked; the demo ends here, non-zero, when it does not hold. */
export function check(fact: string, holds: boolean): void {
  if (!holds) throw new Error(`This should be so and is not: ${fact}`);
  console.log(`   ✓ ${fact}`);
}

/** Prints rows under their headings, in columns as wide as their widest cell. */
export function table(headings: string[], rows: (string | number)[][]): void {
  const lines = [headings, ...rows.map((row) => row.map(String))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  const write = (line: string[]) =>
    say(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  write(headings);
  write(widths.map((width) => "─".repeat(width)));
  for (const line of lines.slice(1)) write(line);
}

/** Prints what somebody is told, set off from the story and folded to the width of a screen. */
export function quote(text: string): void {
  const folded = text
    .trim()
    .replace(/(.{1,95})(?: +|$)/gm, "$1\n")
    .replace(/\n(?=\n)/g, "");
  say(folded.trim().replace(/^/gm, "  | "));
}

/** What every scene of the demo plays on. */
export interface DemoContext {
  sandbox: Sandbox;
  assistant: Assistant;
  zap: Zap;
  /** The first day of the week that the polls are about. */
  monday: string;
}

/** The polls that the assistant made, by what they show. */
export interface DemoPolls {
  dates: string;
  slots: string;
  windows: string;
  mixed: string;
}

/** The first Monday of next year's March. */
export function findMonday(today = new Date()): string {
  let day = `${today.getUTCFullYear() + 1}-03-01`;
  while (weekdayOf(day) !== "mon") day = addDays(day, 1);
  return day;
}

/** Consecutive days. */
export function listDays(from: string, count: number): string[] {
  return Array.from({ length: count }, (_, day) => addDays(from, day));
}
