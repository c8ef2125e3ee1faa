import { isIPv4, isIPv6 } from "node:net";
import { type Network, hostOf, isWithin, readNetwork } from "./address.js";

/** What the operator allows besides public addresses by https. */
export interface AllowList {
  /** Whether a name, as URLs write it and without a dot at its end, is allowed. */
  hasName: (name: string, port: number) => boolean;
  /** Whether an address, as URLs write it but without brackets, is allowed. */
  hasAddress: (address: string, port: number) => boolean;
}

interface Rule {
  name?: string;
  network?: Network;
  /** Undefined: any. */
  port?: number;
}

const HOST_AND_PORT = /^(\[[^[\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/;

/** As URLs write it: lower case, IDN in Punycode, an IPv4 address in four decimals. */
const normalize = (host: string): string | undefined => {
  // What else ends a host in a URL would be dropped, and a star is a name that matches nothing.
  if (/[/\\?#@*\s]/.test(host)) return undefined;
  const url = URL.parse(`http://${host}`);
  return url ? hostOf(url.hostname) : undefined;
};

const ruleOf = (entry: string): Rule => {
  if (entry.includes("/")) return { network: readNetwork(entry) };
  const [, host, digits] = HOST_AND_PORT.exec(isIPv6(entry) ? `[${entry}]` : entry) ?? [];
  const name = host && normalize(host);
  if (!name) throw new Error(`${entry} is no host`);
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && (port < 1 || port > 65_535)) throw new Error(`${digits} is no port`);
  if (isIPv4(name)) return { network: readNetwork(`${name}/32`), port };
  return isIPv6(name) ? { network: readNetwork(`${name}/128`), port } : { name, port };
};

const isOnPort = (rule: Rule, port: number): boolean =>
  rule.port === undefined || rule.port === port;

/**
 * Reads DEBRIEF_WEBHOOK_ALLOW: host[:port] and networks in CIDR notation, with commas between.
 * @throws Error whose message names the bad entry
 */
export const readAllowList = (text: string): AllowList => {
  const entries = text.split(",").map((entry) => entry.trim());
  const rules = entries.filter(Boolean).map((entry): Rule => {
    try {
      return ruleOf(entry);
    } catch {
      throw new Error(`"${entry}" is neither host[:port] nor a network such as 10.0.0.0/8`);
    }
  });
  return {
    hasName: (name, port) => rules.some((rule) => rule.name === name && isOnPort(rule, port)),
    hasAddress: (address, port) =>
      rules.some(
        ({ network, ...rule }) => network && isOnPort(rule, port) && isWithin(network, address),
      ),
  };
};
