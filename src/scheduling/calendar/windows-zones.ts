import { WINDOWS_TO_IANA_MAP } from "windows-iana";

const worldwide = "001";

/** The IANA zone of each Windows zone, such as `W. Europe Standard Time`. Source: CLDR. */
export const windowsZones: Record<string, string | undefined> = Object.fromEntries(
  WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === worldwide).map(({ windowsName, iana }) => [
    windowsName,
    iana[0],
  ]),
);
