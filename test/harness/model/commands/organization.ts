import fc from "fast-check";
import { Refusal } from "../inputs.js";
import { keyOf } from "../sides.js";
import type { Organization } from "../world.js";
import { graph, kind, once } from "./kind.js";

const MINUTE_MS = 60_000;

/** The clock moves on. */
const wait = kind({
  weight: 8,
  data: fc.constantFrom(1, 1, 2, MINUTE_MS, 15 * MINUTE_MS, 15 * MINUTE_MS + 1, 86_400_000),
  resolve: (_at, ms) => ms,
  tell: ({ world }, ms) => {
    world.now += ms;
  },
})({
  v1: () => [],
  graph: () => [],
});

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

const refresh = kind({
  weight: 1,
  internal: true,
  data: fc.constant(null),
  resolve: () => ({}),
  tell: ({ org }) => {
    org.keys += 1;
    return org;
  },
})({
  graph: graph(
    "mutation { answer: refreshApiKey { apiKey signingSecret dialerUrl } }",
    () => ({}),
    (org: Organization) => ({
      apiKey: keyOf(org),
      signingSecret: SECRET,
      dialerUrl: keyOf(org, "dialer"),
    }),
  ),
});

/** A key that was made anew is no key any more, anywhere. */
const formerKey = kind({
  weight: 1,
  data: fc.constantFrom("/v1/recordings", "/v1/scheduled-tasks/e-1", "/v1/nothing", "dialer"),
  resolve: ({ org }, path) =>
    org.keys === 0 ? undefined : { path, former: { ...org, keys: org.keys - 1 } },
  tell: () => {
    throw new Refusal("UNAUTHENTICATED", undefined, "Invalid Api Key");
  },
})({
  v1: once(
    ({ path, former }) =>
      path === "dialer"
        ? { method: "POST", path: keyOf(former, "dialer"), body: {} }
        : { method: "GET", path, key: keyOf(former) },
    () => ({}),
  ),
});

const viewer = kind({
  weight: 1,
  data: fc.constant(null),
  resolve: () => ({}),
  tell: ({ org }) => org,
})({
  graph: graph(
    "query { answer: viewer { organization { id name } user { email } } }",
    () => ({}),
    ({ id, name }) => ({ organization: { id, name }, user: null }),
  ),
});

export const organization = { wait, refresh, formerKey, viewer };
