import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { embedded, isIsatap } from "./embedded.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address and how many of its first bits count. */
export type Network = [Address, number];

const networks = (...cidrs: string[]): Network[] => cidrs.map((cidr) => ipaddr.parseCIDR(cidr));

const holds = (network: Network, address: Address): boolean =>
  network[0].kind() === address.kind() && address.match(network);

/** A URL's host as addresses and names are compared: without brackets and without a dot at its end. */
export const hostOf = (host: string): string =>
  host
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();

/** Undefined for a text that is no address, and for one that names a zone. */
const parse = (text: string): Address | undefined =>
  // ipaddr.js by itself reads octal, hexadecimal and short forms as well.
  isIP(text) === 0 || text.includes("%") ? undefined : ipaddr.parse(text);

// The first list that holds an address decides. `special` is all that the IANA special-purpose registries
// have: also what they call globally reachable, such as the anycast addresses of one's own gateway.
const ranges = {
  special: networks(
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10", // carrier-grade NAT
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24", // protocol assignments
    "192.0.2.0/24", // documentation
    "192.31.196.0/24", // AS112
    "192.52.193.0/24", // AMT
    "192.88.99.0/24", // 6to4 relays
    "192.168.0.0/16",
    "192.175.48.0/24", // AS112
    "198.18.0.0/15", // benchmarks
    "198.51.100.0/24", // documentation
    "203.0.113.0/24", // documentation
    "224.0.0.0/3", // multicast, reserved, broadcast
    "2001::/23", // protocol assignments: Teredo, benchmarks, ORCHID
    "2001:db8::/32", // documentation
    "2002::/16", // 6to4
    "2620:4f:8000::/48", // AS112
    "3fff::/20", // documentation
  ),
  // Nothing else of IPv6 is global unicast. Outside are the mapped, compatible and NAT64 forms,
  // discard-only, segment routing, unique local, link-local, site-local and multicast.
  unicast: networks("0.0.0.0/0", "2000::/3"),
};

const linkLocal = networks("169.254.0.0/16", "fe80::/10");

/** Where clouds tell a machine its credentials, besides the link-local ones. */
const metadata = networks(
  "100.100.100.200/32",
  "168.63.129.16/32",
  "192.0.0.192/32",
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
);

const isBarred = (address: Address): boolean =>
  [...linkLocal, ...metadata].some((network) => holds(network, address)) ||
  (address.kind() === "ipv6" && embedded(address as ipaddr.IPv6).some(isBarred));

/** Whether it is link-local or a cloud's metadata address, in any form: not even the operator can allow it. */
export const isNeverAllowed = (text: string): boolean => {
  const address = parse(text);
  return !address || isBarred(address);
};

/** Whether it is global unicast, and no address of a machine's own cloud. Any other text is not. */
export const isPublic = (text: string): boolean => {
  const address = parse(text);
  if (!address) return false;
  const range = ipaddr.subnetMatch(address, ranges, "outside");
  if (range !== "unicast") return false;
  if (metadata.some((network) => holds(network, address))) return false;
  return address.kind() === "ipv4" || !isIsatap(address as ipaddr.IPv6);
};

/** @throws where the text is no network in CIDR notation. */
export const readNetwork = (text: string): Network => {
  if (!parse(text.replace(/\/\d{1,3}$/, ""))) throw new Error(`${text} is no network`);
  return ipaddr.parseCIDR(text);
};

/** False for an address of the other family. */
export const isWithin = (network: Network, text: string): boolean => {
  const address = parse(text);
  return address !== undefined && holds(network, address);
};
