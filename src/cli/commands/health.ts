import { RefusedError, print, type Command } from "../../base/config/command.js";

const TIMEOUT_MS = 5_000;

/** Returns an address to reach the server at: loopback for a server that listens on all addresses. */
const toReachableHost = (host: string): string => {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
};

export const health: Command = {
  usage: "health",
  description: "check that the server at HOST and PORT is ready",
  details: "The exit code is 0 if the server is ready, else 1.",
  requiredArgs: 0,
  takesSettings: true,
  run: async ({ readConfig }) => {
    const { host, port } = readConfig();
    const url = `http://${toReachableHost(host)}:${port}/readyz`;
    let status: number;
    try {
      ({ status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }));
    } catch (error) {
      const { message, cause } = error as Error;
      throw new RefusedError(`${url}: ${(cause as Error | undefined)?.message ?? message}`);
    }
    if (status !== 200) throw new RefusedError(`${url}: answered ${status}`);
    print("ok");
  },
};
