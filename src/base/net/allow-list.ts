import { isIPv4, isIPv6 } from "node:net";
import { type Network, normalizeHost, isInNetwork, parseNetwork } from "./address.js";

/** Destinations that the operator allows besides public addresses over https. */
export interface AllowList {
  /** Returns whether a name is allowed. Pass it as a URL has it, without a trailing dot. */
  hasName: (name: string, port: number) => boolean;
  /** Returns whether an address is allowed. Pass it as a URL has it, without brackets. */
  hasAddress: (address: string, port: number) => boolean;
}

interface Rule {
  name?: string;
  network?: Network;
  /** Undefined: any port. */
  port?: number;
}

const HOST_AND_PORT = /^(\[[^[\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/;

/** Normalizes a host as URLs do: lower case, Punycode, IPv4 in dotted decimals. */
const normalizeName = (host: string): string | undefined => {
  // URL parsing would cut the host at the first of these; a star would be a name that matches nothing.
  if (/[/\\?#@*\s]/.test(host)) return undefined;
  const url = URL.parse(`http://${host}`);
  return url ? normalizeHost(url.hostname) : undefined;
};

const parseRule = (entry: string): Rule => {
  if (entry.includes("/")) return { network: parseNetwork(entry) };
  const [, host, digits] = HOST_AND_PORT.exec(isIPv6(entry) ? `[${entry}]` : entry) ?? [];
  const name = host && normalizeName(host);
  if (!name) throw new Error(`${entry} is not a host`);
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && (port < 1 || port > 65_535)) throw new Error(`${digits} is not a port`);
  if (isIPv4(name)) return { network: parseNetwork(`${name}/32`), port };
  return isIPv6(name) ? { network: parseNetwork(`${name}/128`), port } : { name, port };
};

const isOnPort = (rule: Rule, port: number): boolean =>
  rule.port === undefined || rule.port === port;

/**
 * Parses DEBRIEF_WEBHOOK_ALLOW: a comma-separated list of host[:port] and networks in CIDR notation.
 * @throws Error whose message names the bad entry
 */
export const parseAllowList = (text: string): AllowList => {
  const entries = text.split(",").map((entry) => entry.trim());
  const rules = entries.filter(Boolean).map((entry): Rule => {
    try {
      return parseRule(entry);
    } catch {
      throw new Error(`"${entry}" is neither host[:port] nor a network such as 10.0.0.0/8`);
    }
  });
  return {
    hasName: (name, port) => rules.some((rule) => rule.name === name && isOnPort(rule, port)),
    hasAddress: (address, port) =>
      rules.some(
        ({ network, ...rule }) => network && isOnPort(rule, port) && isInNetwork(network, address),
      ),
  };
};
