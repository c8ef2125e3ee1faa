import { Agent as HttpAgent, type ClientRequest, type ClientRequestArgs } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { callbackify } from "node:util";
import { hostOf } from "./address.js";
import type { Policy, Target } from "./policy.js";

/** As Node's agents give them to createConnection. */
type Options = ClientRequestArgs & { servername?: string };

// A delivery is never tried twice, so none may go into a connection that its receiver is just closing.
const IDLE_MS = 1000;

const SETTINGS = {
  keepAlive: true,
  // In the other order Node may reuse a destroyed connection: it looks at the oldest one only.
  scheduling: "fifo",
} as const;

const lookupFor = (policy: Policy, target: Target): LookupFunction => {
  const checked = callbackify(async () =>
    (await policy.addresses(target)).map((address) => ({ address, family: isIP(address) })),
  );
  return (_name, _options, done) => checked(done);
};

/** An agent that connects to checked addresses and to nothing else. */
const checkedAgent = (Base: typeof HttpAgent, protocol: string, policy: Policy): HttpAgent => {
  class CheckedAgent extends Base {
    override createConnection(
      options: Options,
      created?: (error: Error | null, socket: Duplex) => void,
    ): Duplex | null | undefined {
      const host = options.host ?? "localhost";
      const target = { protocol, host: hostOf(host), port: Number(options.port) };
      // Node asks no lookup function about an address.
      if (isIP(host) !== 0) {
        try {
          policy.judge(target, [host]);
        } catch (error) {
          created?.(error as Error, undefined as unknown as Duplex);
          return undefined;
        }
      }
      const checked = {
        ...options,
        host,
        path: null,
        // With a family, or an address of its own, Node would ask for one address instead of all.
        family: 0,
        localAddress: undefined,
        autoSelectFamily: true,
        lookup: lookupFor(policy, target),
        // The host itself may end with a dot, a server name may not.
        ...(options.servername && { servername: hostOf(options.servername) }),
      };
      return super.createConnection(checked);
    }

    override keepSocketAlive(socket: Duplex): unknown {
      const isKept: unknown = super.keepSocketAlive(socket);
      // Node ends what times out among its idle connections, and what is written to or closed there.
      (socket as Socket).setTimeout(IDLE_MS);
      return isKept;
    }

    override reuseSocket(socket: Duplex, request: ClientRequest): void {
      (socket as Socket).setTimeout(0);
      super.reuseSocket(socket, request);
    }
  }
  return new CheckedAgent(SETTINGS);
};

/** For any number of requests at once, over connections that are kept for a second. */
export interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
}

export const createAgents = (policy: Policy): Agents => ({
  http: checkedAgent(HttpAgent, "http:", policy),
  https: checkedAgent(HttpsAgent, "https:", policy) as HttpsAgent,
});
