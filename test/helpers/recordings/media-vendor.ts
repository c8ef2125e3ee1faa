import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { Agent, createServer as createTlsServer } from "node:https";
import type { AddressInfo, LookupFunction } from "node:net";
import type { ExecutionContext } from "ava";
import { parseAllowList } from "../../../src/base/net/allow-list.js";
import { createDestinations, type Destinations } from "../../../src/base/net/destinations.js";
import { CERTIFICATE_KEY, VALID_CERTIFICATE } from "../net/certificates.js";
import { CALL_WAV } from "./media.js";

/** A vendor's response. */
export type VendorAnswer =
  | { status: number; headers?: Record<string, string>; body?: string | Buffer }
  /** The connection ends in the middle of the body. */
  | "cut off"
  | "no answer";

export interface MediaVendor {
  url: string;
  requests: { path: string; headers: IncomingHttpHeaders }[];
  /** The next responses, in order; then the recording. */
  answers: VendorAnswer[];
  /** Resolves before the second half of a recording is sent. */
  gate: Promise<void>;
  /** Resolves when that many requests have arrived. */
  count: (requests: number) => Promise<void>;
}

/** Starts a phone system's server of recordings, until the test ends. */
export const startMediaVendor = async (
  t: Pick<ExecutionContext, "teardown">,
  { tls = false }: { tls?: boolean } = {},
): Promise<MediaVendor> => {
  const waiting = new Set<() => void>();
  const vendor: MediaVendor = {
    url: "",
    requests: [],
    answers: [],
    gate: Promise.resolve(),
    count: async (requests) => {
      while (vendor.requests.length < requests)
        await new Promise<void>((resolve) => waiting.add(resolve));
    },
  };
  const answerRequest = async (
    { url: path = "", headers }: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    vendor.requests.push({ path, headers });
    for (const wake of waiting) wake();
    const answer = vendor.answers.shift();
    if (typeof answer === "object")
      return void response.writeHead(answer.status, answer.headers).end(answer.body);
    if (answer === "no answer") return void response.destroy();
    const half = Math.floor(CALL_WAV.length / 2);
    response.writeHead(200, { "content-type": "audio/x-wav", "content-length": CALL_WAV.length });
    response.write(CALL_WAV.subarray(0, half));
    if (answer === "cut off") return void setImmediate(() => response.destroy());
    await vendor.gate;
    response.end(CALL_WAV.subarray(half));
  };
  const listener: RequestListener = (request, response) => void answerRequest(request, response);
  const server = tls
    ? createTlsServer({ key: CERTIFICATE_KEY, cert: VALID_CERTIFICATE }, listener)
    : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  vendor.url = tls ? `https://receiver.example:${port}` : `http://127.0.0.1:${port}`;
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return vendor;
};

/** Resolves every name to this machine. */
const lookup: LookupFunction = (_name, { all }, callback) =>
  all ? callback(null, [{ address: "127.0.0.1", family: 4 }]) : callback(null, "127.0.0.1", 4);

/** Destinations on this machine: over http by the policy; over https any name, with the tests' certificate. */
export const createVendorDestinations = (t: Pick<ExecutionContext, "teardown">): Destinations => {
  const policy = createDestinations(parseAllowList("127.0.0.0/8, receiver.example"));
  const https = new Agent({ lookup, ca: VALID_CERTIFICATE });
  t.teardown(() => {
    policy.close();
    https.destroy();
  });
  return { ...policy, agents: { http: policy.agents.http, https } };
};
