import type { Member, Space } from "./model.ts";

// Fixed and recognizably fake: a key found in a log is not a leak.
const member = (id: string, name: string, email: string): Member => ({
  id: `cmember0000000000000${id}`,
  name,
  email,
  image: null,
});

const ada = member("ada00", "Ada Lovelace", "ada@example.com");
const grace = member("grace", "Grace Hopper", "grace@example.com");
const linus = member("linus", "Linus Example", "linus@example.org");
const mei = member("mei00", "陈美", "mei@example.org");
const noor = member("noor0", "نور", "noor@example.org");
const ravi = member("ravi0", "रवि", "ravi@example.com");

/** The spaces of every sandbox, with or without demo polls. */
export const spaces: readonly Space[] = [
  {
    id: "space-demo",
    name: "Demo",
    pro: true,
    members: [ada, grace, linus],
    conferencing: { meet: "connected", zoom: "not-connected", teams: "unavailable" },
  },
  {
    id: "space-second",
    name: "Second",
    pro: true,
    members: [mei, ada],
    conferencing: { meet: "unavailable", zoom: "connected", teams: "not-connected" },
  },
  {
    id: "space-free",
    name: "Free",
    pro: false,
    members: [noor],
    conferencing: { meet: "unavailable", zoom: "unavailable", teams: "unavailable" },
  },
  {
    id: "space-banned",
    name: "Banned",
    pro: true,
    members: [ravi],
    conferencing: { meet: "unavailable", zoom: "unavailable", teams: "unavailable" },
  },
];

/** The API keys of every sandbox, by purpose. */
export const apiKeys = {
  demo: "sk_sbxdemo_fake0000000000000000000000000001",
  /** A second key of the space of `demo`. Both share its rate limits. */
  demoSecondKey: "sk_sbxdemo2_fake000000000000000000000000002",
  secondSpace: "sk_sbxsecond_fake00000000000000000000000003",
  nonPro: "sk_sbxfree_fake0000000000000000000000000004",
  revoked: "sk_sbxrevoked_fake0000000000000000000000005",
  expired: "sk_sbxexpired_fake0000000000000000000000006",
  bannedOwner: "sk_sbxbanned_fake00000000000000000000000007",
} as const;

/** The same keys with their space and state. Every key that is not `active` gets 401. */
export const storedKeys = [
  { secret: apiKeys.demo, spaceId: "space-demo", state: "active" },
  { secret: apiKeys.demoSecondKey, spaceId: "space-demo", state: "active" },
  { secret: apiKeys.secondSpace, spaceId: "space-second", state: "active" },
  { secret: apiKeys.nonPro, spaceId: "space-free", state: "active" },
  { secret: apiKeys.revoked, spaceId: "space-demo", state: "revoked" },
  { secret: apiKeys.expired, spaceId: "space-demo", state: "expired" },
  { secret: apiKeys.bannedOwner, spaceId: "space-banned", state: "banned-owner" },
];
