import { RefusedError, print, type Verb } from "../verb.js";

const PATIENCE_MS = 5_000;

/** Whoever listens on all addresses is asked on the machine's own. */
const reachable = (host: string): string => {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
};

export const health: Verb = {
  usage: "health",
  about: "ask the server at HOST and PORT whether it can serve; exit 0 or 1",
  args: 0,
  configured: true,
  run: async ({ config }) => {
    const { host, port } = config();
    const url = `http://${reachable(host)}:${port}/readyz`;
    let status: number;
    try {
      ({ status } = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }));
    } catch (error) {
      const { message, cause } = error as Error;
      throw new RefusedError(`${url}: ${(cause as Error | undefined)?.message ?? message}`);
    }
    if (status !== 200) throw new RefusedError(`${url}: answered ${status}`);
    print("ok");
  },
};
