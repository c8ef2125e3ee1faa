import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { isInNetwork, type Network, parseNetwork } from "./address.js";

/** The trusted proxies: their number or their networks. */
export type TrustedProxies = number | Network[];

const MAX_PROXIES = 9;

/** Parses an address. An IPv4-mapped IPv6 address counts as IPv4. Undefined if invalid. */
const parseAddress = (text: string): string | undefined => {
  // Some proxies append the port.
  const host = text.trim().replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2");
  return isIP(host) === 0 ? undefined : ipaddr.process(host).toString();
};

const parseProxyNetwork = (entry: string): Network => {
  try {
    return parseNetwork(isIP(entry) === 0 ? entry : `${entry}/${isIP(entry) === 4 ? 32 : 128}`);
  } catch {
    throw new Error(
      `"${entry}" is neither a number from 0 to ${MAX_PROXIES} nor an address or network such as 10.0.0.0/8`,
    );
  }
};

/** Parses DEBRIEF_TRUST_PROXY. @throws Error whose message names the bad entry */
export const parseTrustedProxies = (text: string): TrustedProxies =>
  /^\d$/.test(text.trim())
    ? Number(text)
    : text
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean)
        .map((entry) => parseProxyNetwork(entry));

/**
 * Resolves the caller's address from the connection or X-Forwarded-For. Each proxy appends its caller at the right, so
 * the header is read from the right: entries beyond the trusted proxies come from the caller and are ignored. Undefined
 * if the header is present without the setting: the connection may come from a proxy, and all callers would share its
 * address.
 */
export const resolveCallerAddress = (
  { socket, headers }: Pick<IncomingMessage, "headers" | "socket">,
  proxies: TrustedProxies | undefined,
): string | undefined => {
  const header = headers["x-forwarded-for"];
  if (header !== undefined && proxies === undefined) return undefined;
  let caller = parseAddress(socket.remoteAddress ?? "");
  const entries = String(header ?? "").split(",");
  for (let passed = 0; caller !== undefined && entries.length > 0; passed += 1) {
    const isProxy =
      typeof proxies === "number"
        ? passed < proxies
        : proxies?.some((network) => isInNetwork(network, caller!));
    const next = isProxy ? parseAddress(entries.pop()!) : undefined;
    if (next === undefined) return caller;
    caller = next;
  }
  return caller;
};
