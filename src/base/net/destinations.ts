import { normalizeHost } from "./address.js";
import { type Agents, createAgents } from "./agents.js";
import type { AllowList } from "./allow-list.js";
import { createDestinationPolicy, DestinationNotAllowedError } from "./destination-policy.js";
import { createResolver, type Resolver } from "./resolver.js";

/** The destinations that webhooks may have. */
export interface Destinations {
  /**
   * Returns why the URL isn't allowed for a webhook, as text that follows a field name; undefined for an allowed URL.
   * Looks up the name, for a few seconds at most. A failed lookup isn't a reason to refuse.
   */
  findRefusal: (url: string) => Promise<string | undefined>;
  /**
   * Agents for requests. They check every address of the name at connection time and connect to one of them.
   * A forbidden connection fails with DestinationNotAllowedError.
   */
  agents: Agents;
  /** Closes idle connections and cancels running lookups. */
  close: () => void;
}

const DEFAULT_PORTS: Record<string, number> = { "http:": 80, "https:": 443 };

export const createDestinations = (
  allow: AllowList,
  resolver: Resolver = createResolver(),
): Destinations => {
  const policy = createDestinationPolicy(allow, resolver);
  const agents = createAgents(policy);
  return {
    findRefusal: async (text) => {
      const url = URL.parse(text);
      if (!url) return "must be a URL";
      const { protocol } = url;
      const standardPort = DEFAULT_PORTS[protocol];
      if (standardPort === undefined) return "must be https";
      if (url.username !== "" || url.password !== "")
        return "must not contain a user name or password";
      const host = normalizeHost(url.hostname);
      const port = url.port === "" ? standardPort : Number(url.port);
      try {
        await policy.resolveAddresses({ protocol, host, port });
      } catch (error) {
        if (error instanceof DestinationNotAllowedError) return error.message;
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
