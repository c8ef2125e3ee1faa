import { hostOf } from "./address.js";
import { type Agents, createAgents } from "./agents.js";
import type { AllowList } from "./allow-list.js";
import { createPolicy, DestinationNotAllowed } from "./policy.js";
import { createResolver, type Resolver } from "./resolve.js";

export { readAllowList } from "./allow-list.js";
export { DestinationNotAllowed } from "./policy.js";

/** Where webhooks may be sent. */
export interface Destinations {
  /**
   * Why the URL may not be a webhook's, to be read after a field's name; undefined where it may. Looks
   * its name up, for a few seconds at most; one that cannot be looked up is not refused for that.
   */
  refusal: (url: string) => Promise<string | undefined>;
  /**
   * For requests: every connection is judged by all addresses that its name has then, and goes to one of
   * them. Fails with DestinationNotAllowed where the policy forbids it.
   */
  agents: Agents;
  /** Ends idle connections and lookups under way. */
  close: () => void;
}

const PORTS: Record<string, number> = { "http:": 80, "https:": 443 };

export const createDestinations = (
  allow: AllowList,
  resolver: Resolver = createResolver(),
): Destinations => {
  const policy = createPolicy(allow, resolver);
  const agents = createAgents(policy);
  return {
    refusal: async (text) => {
      const url = URL.parse(text);
      if (!url) return "must be a URL";
      const { protocol } = url;
      const standardPort = PORTS[protocol];
      if (standardPort === undefined) return "must be https";
      if (url.username !== "" || url.password !== "")
        return "must not hold a user name or password";
      const host = hostOf(url.hostname);
      const port = url.port === "" ? standardPort : Number(url.port);
      try {
        await policy.addresses({ protocol, host, port });
      } catch (error) {
        if (error instanceof DestinationNotAllowed) return error.message;
        if (protocol !== "https:" && !allow.hasName(host, port)) return "must be https";
      }
      return undefined;
    },
    agents,
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
      resolver.close();
    },
  };
};
