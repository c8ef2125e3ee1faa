import fc from "fast-check";
import { Refusal } from "../refusal.js";
import { buildKeySymbol } from "../server-side.js";
import type { Organization } from "../world.js";
import { buildGraphqlExchange, defineCommand, buildExchange } from "./command-kind.js";

const MINUTE_MS = 60_000;

/** Advances the clock. */
const wait = defineCommand({
  weight: 8,
  data: fc.constantFrom(1, 1, 2, MINUTE_MS, 15 * MINUTE_MS, 15 * MINUTE_MS + 1, 86_400_000),
  resolve: (_at, ms) => ms,
  apply: ({ world }, ms) => {
    world.now += ms;
  },
})({
  v1: () => [],
  graph: () => [],
});

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

const refresh = defineCommand({
  weight: 1,
  internal: true,
  data: fc.constant(null),
  resolve: () => ({}),
  apply: ({ org }) => {
    org.keyCount += 1;
    return org;
  },
})({
  graph: buildGraphqlExchange(
    "mutation { answer: refreshApiKey { apiKey signingSecret dialerUrl } }",
    () => ({}),
    (org: Organization) => ({
      apiKey: buildKeySymbol(org),
      signingSecret: SECRET,
      dialerUrl: buildKeySymbol(org, "dialer"),
    }),
  ),
});

/** Sends a refreshed key, which no endpoint accepts any more. */
const formerKey = defineCommand({
  weight: 1,
  data: fc.constantFrom("/v1/recordings", "/v1/scheduled-tasks/e-1", "/v1/nothing", "dialer"),
  resolve: ({ org }, path) =>
    org.keyCount === 0 ? undefined : { path, former: { ...org, keyCount: org.keyCount - 1 } },
  apply: () => {
    throw new Refusal("UNAUTHENTICATED", undefined, "Invalid Api Key");
  },
})({
  v1: buildExchange(
    ({ path, former }) =>
      path === "dialer"
        ? { method: "POST", path: buildKeySymbol(former, "dialer"), body: {} }
        : { method: "GET", path, key: buildKeySymbol(former) },
    () => ({}),
  ),
});

const viewer = defineCommand({
  weight: 1,
  data: fc.constant(null),
  resolve: () => ({}),
  apply: ({ org }) => org,
})({
  graph: buildGraphqlExchange(
    "query { answer: viewer { organization { id name } user { email } } }",
    () => ({}),
    ({ id, name }) => ({ organization: { id, name }, user: null }),
  ),
});

export const organization = { wait, refresh, formerKey, viewer };
