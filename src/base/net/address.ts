import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { extractIpv4Addresses, isIsatap } from "./embedded-ipv4.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address and the length of its prefix in bits. */
export type Network = [Address, number];

const parseNetworks = (...cidrs: string[]): Network[] =>
  cidrs.map((cidr) => ipaddr.parseCIDR(cidr));

const isInRange = (network: Network, address: Address): boolean =>
  network[0].kind() === address.kind() && address.match(network);

/** Normalizes a URL's host for comparison: lower case, without brackets and without a trailing dot. */
export const normalizeHost = (host: string): string =>
  host
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();

/** Parses an address. Returns undefined for any other text and for an address with a zone. */
const parseAddress = (text: string): Address | undefined =>
  // ipaddr.js alone would also accept octal, hexadecimal and short forms.
  isIP(text) === 0 || text.includes("%") ? undefined : ipaddr.parse(text);

// The first list that contains an address decides. `special` contains every entry of the IANA special-purpose
// registries, even those marked as globally reachable, such as the gateway anycast addresses.
const ranges = {
  special: parseNetworks(
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
  // The only global unicast range of IPv6. It excludes the mapped, compatible and NAT64 forms, discard-only,
  // segment routing, unique local, link-local, site-local and multicast.
  unicast: parseNetworks("0.0.0.0/0", "2000::/3"),
};

const linkLocal = parseNetworks("169.254.0.0/16", "fe80::/10");

/** Cloud metadata services outside the link-local ranges; they hand out credentials. */
const metadata = parseNetworks(
  "100.100.100.200/32",
  "168.63.129.16/32",
  "192.0.0.192/32",
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
);

const isBarred = (address: Address): boolean =>
  [...linkLocal, ...metadata].some((network) => isInRange(network, address)) ||
  (address.kind() === "ipv6" && extractIpv4Addresses(address as ipaddr.IPv6).some(isBarred));

/** Returns whether an address is link-local or a cloud's metadata address, in any form. No setting can allow it. */
export const isNeverAllowed = (text: string): boolean => {
  const address = parseAddress(text);
  return !address || isBarred(address);
};

/** Returns whether the text is a global unicast address, but not a cloud's metadata address. */
export const isPublic = (text: string): boolean => {
  const address = parseAddress(text);
  if (!address) return false;
  const range = ipaddr.subnetMatch(address, ranges, "outside");
  if (range !== "unicast") return false;
  if (metadata.some((network) => isInRange(network, address))) return false;
  return address.kind() === "ipv4" || !isIsatap(address as ipaddr.IPv6);
};

/** Parses a network in CIDR notation. @throws Error for another text */
export const parseNetwork = (text: string): Network => {
  if (!parseAddress(text.replace(/\/\d{1,3}$/, ""))) throw new Error(`${text} is not a network`);
  return ipaddr.parseCIDR(text);
};

/** Returns whether a network contains an address. False for the other address family. */
export const isInNetwork = (network: Network, text: string): boolean => {
  const address = parseAddress(text);
  return address !== undefined && isInRange(network, address);
};
