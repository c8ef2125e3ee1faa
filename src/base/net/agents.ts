import { Agent as HttpAgent, type ClientRequest, type ClientRequestArgs } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { callbackify } from "node:util";
import { normalizeHost } from "./address.js";
import type { DestinationPolicy, Target } from "./destination-policy.js";

/** The options that Node's agents pass to createConnection. */
type ConnectionOptions = ClientRequestArgs & { servername?: string };

// Short, because a delivery is never retried: it must not use a connection that its receiver is closing.
const IDLE_MS = 1000;

const AGENT_OPTIONS = {
  keepAlive: true,
  // With lifo, Node may reuse a destroyed connection, because it checks only the oldest one.
  scheduling: "fifo",
} as const;

const createLookup = (policy: DestinationPolicy, target: Target): LookupFunction => {
  const checked = callbackify(async () =>
    (await policy.resolveAddresses(target)).map((address) => ({ address, family: isIP(address) })),
  );
  return (_name, _options, done) => checked(done);
};

/** Creates an agent that connects only to addresses that the policy allows. */
const createCheckedAgent = (
  Base: typeof HttpAgent,
  protocol: string,
  policy: DestinationPolicy,
): HttpAgent => {
  class CheckedAgent extends Base {
    override createConnection(
      options: ConnectionOptions,
      created?: (error: Error | null, socket: Duplex) => void,
    ): Duplex | null | undefined {
      const host = options.host ?? "localhost";
      const target = { protocol, host: normalizeHost(host), port: Number(options.port) };
      // Node doesn't call the lookup function if the host is an address.
      if (isIP(host) !== 0) {
        try {
          policy.validateAddresses(target, [host]);
        } catch (error) {
          created?.(error as Error, undefined as unknown as Duplex);
          return undefined;
        }
      }
      const checked = {
        ...options,
        host,
        path: null,
        // With a family or a local address Node would look up one address instead of all.
        family: 0,
        localAddress: undefined,
        autoSelectFamily: true,
        lookup: createLookup(policy, target),
        // A host name may end with a dot; a TLS server name may not.
        ...(options.servername && { servername: normalizeHost(options.servername) }),
      };
      return super.createConnection(checked);
    }

    override keepSocketAlive(socket: Duplex): unknown {
      const isKept: unknown = super.keepSocketAlive(socket);
      // Node closes an idle connection that times out.
      (socket as Socket).setTimeout(IDLE_MS);
      return isKept;
    }

    override reuseSocket(socket: Duplex, request: ClientRequest): void {
      (socket as Socket).setTimeout(0);
      super.reuseSocket(socket, request);
    }
  }
  return new CheckedAgent(AGENT_OPTIONS);
};

/** Agents for http and https. They keep idle connections for one second. */
export interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
}

export const createAgents = (policy: DestinationPolicy): Agents => ({
  http: createCheckedAgent(HttpAgent, "http:", policy),
  https: createCheckedAgent(HttpsAgent, "https:", policy) as HttpsAgent,
});
