import { WINDOWS_TO_IANA_MAP } from "windows-iana";

const worldwide = "001";

/**
 * The IANA zone of each Windows zone by its lower-case name, such as `w. europe standard time`. Names such as `UTC-08`
 * are left out: people who write them mean a zone with summer time as often as not. Source: CLDR.
 */
export const windowsZones: Record<string, string | undefined> = Object.fromEntries(
  WINDOWS_TO_IANA_MAP.filter(
    ({ territory, windowsName }) => territory === worldwide && /Time$/.test(windowsName),
  ).map(({ windowsName, iana }) => [windowsName.toLowerCase(), iana[0]]),
);
