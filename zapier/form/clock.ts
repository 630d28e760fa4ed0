const pattern = /^(\d{1,2})(?:[:.](\d{2}))?(?::00(?:\.0+)?)?\s*([ap])?\.?m?\.?$/i;

/**
 * A time of day as people write it ("9:00", "09:00:00", "9am", "5.30 pm") as `HH:mm`, or `undefined` when it is
 * none. A bare number ("9") is refused: it could be anything.
 */
export function readClockTime(text: string): string | undefined {
  const [, hours, minutes, half] = pattern.exec(text.trim()) ?? [];
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined;
  if (half === undefined && /m/i.test(text)) return undefined;
  const hour = toHour(Number(hours), half?.toLowerCase());
  const minute = Number(minutes ?? "0");
  if (hour === undefined || hour > 23 || minute > 59) return undefined;
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

function toHour(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === "p" ? 12 : 0);
}
