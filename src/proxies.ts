import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { isWithin, type Network, readNetwork } from "./notifier/address.js";

/** The proxies in front: how many, or which. */
export type Proxies = number | Network[];

const MOST_PROXIES = 9;

/** An IPv4 address that comes in the clothes of IPv6 is one; undefined for what is no address. */
const addressIn = (text: string): string | undefined => {
  // Some proxies write the port as well.
  const host = text.trim().replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2");
  return isIP(host) === 0 ? undefined : ipaddr.process(host).toString();
};

const networkOf = (entry: string): Network => {
  try {
    return readNetwork(isIP(entry) === 0 ? entry : `${entry}/${isIP(entry) === 4 ? 32 : 128}`);
  } catch {
    throw new Error(
      `"${entry}" is neither a number from 0 to ${MOST_PROXIES} nor an address or network such as 10.0.0.0/8`,
    );
  }
};

/** Reads DEBRIEF_TRUST_PROXY. @throws Error whose message names the bad entry */
export const readProxies = (text: string): Proxies =>
  /^\d$/.test(text.trim())
    ? Number(text)
    : text
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean)
        .map((entry) => networkOf(entry));

/**
 * Who calls: the address of the connection, or what the proxies say in X-Forwarded-For. Each adds whom
 * it was called by at the right, so that is where it is read from: what is further left than the
 * trusted ones reach was written by the caller. Undefined where there is such a header and nothing is
 * said of proxies: the connection may be a proxy's, and all callers would be one.
 */
export const callerOf = (
  { socket, headers }: Pick<IncomingMessage, "headers" | "socket">,
  proxies: Proxies | undefined,
): string | undefined => {
  const header = headers["x-forwarded-for"];
  if (header !== undefined && proxies === undefined) return undefined;
  let caller = addressIn(socket.remoteAddress ?? "");
  const said = String(header ?? "").split(",");
  for (let passed = 0; caller !== undefined && said.length > 0; passed += 1) {
    const isProxy =
      typeof proxies === "number"
        ? passed < proxies
        : proxies?.some((network) => isWithin(network, caller!));
    const next = isProxy ? addressIn(said.pop()!) : undefined;
    if (next === undefined) return caller;
    caller = next;
  }
  return caller;
};
