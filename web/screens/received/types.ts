import type { CallSourcesQuery } from "./received.graphql.js";

type Login = CallSourcesQuery["dialerMediaCredentials"][number];

/** A source of calls with the login for its recordings. */
export type CallSource = CallSourcesQuery["callSources"][number] & { login: Login | undefined };
