import { Resolver as Dns } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";

/** Looks names up, without a name's answer waiting for any other's. */
export interface Resolver {
  /**
   * All addresses of a name, after 3 s at most. Only a name that the operator allows is looked up in the
   * machine's own hosts file as well.
   * @throws Error with a code, where there is none
   */
  lookUp: (name: string, isAllowed: boolean) => Promise<string[]>;
  close: () => void;
}

export interface ResolverOptions {
  /** The name servers, as `dns.setServers` takes them; those of the machine by default. */
  servers?: string[];
  hostsFile?: string;
  /** How long a lookup may take, 3 s by default. */
  mostMs?: number;
}

const MOST_MS = 3000;
const TRY_MS = 1000;

class NotFound extends Error {
  constructor(
    name: string,
    readonly code: string,
  ) {
    super(`${name} cannot be looked up (${code})`);
  }
}

const within = async <T>(promise: Promise<T>, mostMs: number, name: string): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new NotFound(name, "ETIMEOUT")), mostMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const isLocalhost = (name: string): boolean => /^(.+\.)?localhost$/.test(name);

const fromHosts = async (file: string, name: string): Promise<string[]> => {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(name) ? [address] : [];
  });
};

export const createResolver = (options: ResolverOptions = {}): Resolver => {
  const { mostMs = MOST_MS, hostsFile = "/etc/hosts" } = options;
  // Not dns.lookup: it has four threads for everybody, and a dead name holds one for seconds.
  const dns = new Dns({ timeout: TRY_MS, tries: 2 });
  if (options.servers) dns.setServers(options.servers);

  const fromServers = async (name: string): Promise<string[]> => {
    const answers = await Promise.allSettled([
      within(dns.resolve4(name), mostMs, name),
      within(dns.resolve6(name), mostMs, name),
    ]);
    const addresses = answers.flatMap((answer) =>
      answer.status === "fulfilled" ? answer.value : [],
    );
    if (addresses.length > 0) return addresses;
    const failure = answers.find((answer) => answer.status === "rejected");
    const { code = "ENOTFOUND" } = (failure?.reason ?? {}) as { code?: string };
    throw new NotFound(name, code);
  };

  return {
    lookUp: async (name, isAllowed) => {
      // Whatever a name server says of it (RFC 6761).
      if (isLocalhost(name)) return ["127.0.0.1", "::1"];
      const own = isAllowed ? await fromHosts(hostsFile, name) : [];
      return own.length > 0 ? own : fromServers(name);
    },
    close: () => dns.cancel(),
  };
};
