import type { ApiKeyName } from "../types.ts";

/** A member of a space. */
export interface Member {
  id: string;
  name: string;
  email: string;
  image: string | null;
}

/** A space. Its owner is the first member. */
export interface Space {
  id: string;
  name: string;
  pro: boolean;
  /** The active API keys. */
  keys: readonly string[];
  members: readonly [Member, ...Member[]];
  /** Video services that need more than the option `providers`: one the owner has connected, or could connect, or neither. */
  conferencing: Readonly<Record<string, "connected" | "not-connected" | "unavailable">>;
}

export const apiKeys: Record<ApiKeyName, string> = {
  demo: "sk_sbxdemo_fake0000000000000000000000000001",
  /** A second key of the space of `demo`. Both share its rate limits. */
  demoSecondKey: "sk_sbxdemo2_fake000000000000000000000000002",
  secondSpace: "sk_sbxsecond_fake00000000000000000000000003",
  nonPro: "sk_sbxfree_fake0000000000000000000000000004",
  /** Gets 401, as an unknown or expired one. */
  revoked: "sk_sbxrevoked_fake0000000000000000000000005",
};

const member = (id: string, name: string, email: string): Member => ({
  id: `cmember0000000000000${id}`,
  name,
  email,
  image: null,
});
const ada = member("ada00", "Ada Lovelace", "ada@example.com");

/** The spaces of every sandbox, with or without demo polls. */
export const spaces: readonly [Space, ...Space[]] = [
  {
    id: "space-demo",
    name: "Demo",
    pro: true,
    keys: [apiKeys.demo, apiKeys.demoSecondKey],
    members: [
      ada,
      member("grace", "Grace Hopper", "grace@example.com"),
      member("linus", "Linus Example", "linus@example.org"),
    ],
    conferencing: { meet: "connected", zoom: "not-connected", teams: "unavailable" },
  },
  {
    id: "space-second",
    name: "Second",
    pro: true,
    keys: [apiKeys.secondSpace],
    members: [member("mei00", "陈美", "mei@example.org"), ada],
    conferencing: { meet: "unavailable", zoom: "connected", teams: "not-connected" },
  },
  {
    id: "space-free",
    name: "Free",
    pro: false,
    keys: [apiKeys.nonPro],
    members: [member("noor0", "نور", "noor@example.org")],
    conferencing: {},
  },
];

/** The space of an active API key. */
export const findSpace = (key = ""): Space | undefined => spaces.find(({ keys }) => keys.includes(key));
