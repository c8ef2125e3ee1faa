import type { ExecutionContext } from "ava";
import { attemptFetch, type FetchOptions } from "../../../src/intake/fetcher/attempt-fetch.js";
import { createLog } from "../../../src/base/log/log.js";
import { runAsProgram } from "../engine/guard-statements.js";
import { createVendorDestinations } from "./media-vendor.js";
import { MAX_UPLOAD_BYTES, type SharedServer, type Tenant } from "../server.js";

/** The default lease of a claim in milliseconds. */
const LEASE_MS = 30_000;

/** Builds the parts of a worker. `lines` receives its log. */
export const buildFetchOptions = (
  t: Pick<ExecutionContext, "teardown">,
  { services }: SharedServer,
  lines: string[] = [],
): FetchOptions => ({
  services,
  log: createLog("info", { write: (line) => void lines.push(line) }),
  destinations: createVendorDestinations(t),
  maxBytes: MAX_UPLOAD_BYTES,
  leaseMs: LEASE_MS,
  onFetchEnded: () => {},
});

/** Runs one attempt like a worker. */
export const runFetch = async (
  options: FetchOptions,
  { id: organizationId }: Tenant,
  id: string,
  stopping = new AbortController().signal,
): Promise<void> => runAsProgram(() => attemptFetch(options, { organizationId, id }, stopping));

const QUERY = `query ($id: ID!) { recording(id: $id) {
  status duration failureReason mediaUrl mediaPending mediaFailure media { type bytes }
} }`;

// oxlint-disable-next-line typescript/no-explicit-any
export const loadMediaState = async (org: Tenant, id: string): Promise<any> =>
  (await org.graphql(QUERY, { id })).recording;
