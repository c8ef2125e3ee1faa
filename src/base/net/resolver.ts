import { Resolver as Dns } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";

/** Looks names up concurrently: a slow name server delays no other lookup. */
export interface Resolver {
  /**
   * Returns all addresses of a name, within 3 s. The hosts file applies only to a name that the operator
   * allows. @throws Error with a code if the name has no address
   */
  lookUp: (name: string, isAllowed: boolean) => Promise<string[]>;
  close: () => void;
}

export interface ResolverOptions {
  /** The name servers, in the form of `dns.setServers`; by default those of the machine. */
  servers?: string[];
  hostsFile?: string;
  /** The limit of a lookup, 3 s by default. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 3000;
const TRY_TIMEOUT_MS = 1000;

class LookupError extends Error {
  constructor(
    name: string,
    readonly code: string,
  ) {
    super(`${name} cannot be looked up (${code})`);
  }
}

const withTimeout = async <T>(promise: Promise<T>, maxMs: number, name: string): Promise<T> => {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new LookupError(name, "ETIMEOUT")), maxMs);
  try {
    return await Promise.race([promise, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const isLocalhost = (name: string): boolean => /^(.+\.)?localhost$/.test(name);

const readHostsFile = async (file: string, name: string): Promise<string[]> => {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(name) ? [address] : [];
  });
};

export const createResolver = (options: ResolverOptions = {}): Resolver => {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, hostsFile = "/etc/hosts" } = options;
  // Not dns.lookup: it shares four threads, and a dead name server occupies one for seconds.
  const dns = new Dns({ timeout: TRY_TIMEOUT_MS, tries: 2 });
  if (options.servers) dns.setServers(options.servers);

  const queryServers = async (name: string): Promise<string[]> => {
    const answers = await Promise.allSettled([
      withTimeout(dns.resolve4(name), timeoutMs, name),
      withTimeout(dns.resolve6(name), timeoutMs, name),
    ]);
    const addresses = answers.flatMap((answer) =>
      answer.status === "fulfilled" ? answer.value : [],
    );
    if (addresses.length > 0) return addresses;
    const failure = answers.find((answer) => answer.status === "rejected");
    const { code = "ENOTFOUND" } = (failure?.reason ?? {}) as { code?: string };
    throw new LookupError(name, code);
  };

  return {
    lookUp: async (name, isAllowed) => {
      // RFC 6761: never query a name server for localhost.
      if (isLocalhost(name)) return ["127.0.0.1", "::1"];
      const hostsEntries = isAllowed ? await readHostsFile(hostsFile, name) : [];
      return hostsEntries.length > 0 ? hostsEntries : queryServers(name);
    },
    close: () => dns.cancel(),
  };
};
