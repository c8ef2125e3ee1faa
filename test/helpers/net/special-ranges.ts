// The IANA special-purpose address registries for IPv4 and IPv6. Shares no code with the program,
// which it checks.

/** An address as a number of 32 or 128 bits. */
export interface NumericAddress {
  value: bigint;
  bits: 32 | 128;
}

export interface AddressRange extends NumericAddress {
  text: string;
  prefix: number;
  first: bigint;
  last: bigint;
}

const IPV4 = `
0.0.0.0/8           False  "This network"
0.0.0.0/32          False  "This host on this network"
10.0.0.0/8          False  Private-Use
100.64.0.0/10       False  Shared Address Space
127.0.0.0/8         False  Loopback
169.254.0.0/16      False  Link Local
172.16.0.0/12       False  Private-Use
192.0.0.0/24        False  IETF Protocol Assignments
192.0.0.0/29        False  IPv4 Service Continuity Prefix
192.0.0.8/32        False  IPv4 dummy address
192.0.0.9/32        True   Port Control Protocol Anycast
192.0.0.10/32       True   Traversal Using Relays around NAT Anycast
192.0.0.170/32      False  NAT64/DNS64 Discovery
192.0.0.171/32      False  NAT64/DNS64 Discovery
192.0.2.0/24        False  Documentation (TEST-NET-1)
192.31.196.0/24     True   AS112-v4
192.52.193.0/24     True   AMT
192.88.99.0/24      N/A    Deprecated (6to4 Relay Anycast)
192.168.0.0/16      False  Private-Use
192.175.48.0/24     True   Direct Delegation AS112 Service
198.18.0.0/15       False  Benchmarking
198.51.100.0/24     False  Documentation (TEST-NET-2)
203.0.113.0/24      False  Documentation (TEST-NET-3)
240.0.0.0/4         False  Reserved
255.255.255.255/32  False  Limited Broadcast
224.0.0.0/4         False  Multicast (IPv4 address space registry)
168.63.129.16/32    False  Azure's metadata host (in no registry)
`;

const IPV6 = `
::1/128             False  Loopback Address
::/128              False  Unspecified Address
::ffff:0:0/96       False  IPv4-mapped Address
64:ff9b::/96        True   IPv4-IPv6 Translation
64:ff9b:1::/48      False  IPv4-IPv6 Translation
100::/64            False  Discard-Only Address Block
100:0:0:1::/64      False  Dummy IPv6 Prefix
2001::/23           False  IETF Protocol Assignments
2001::/32           N/A    TEREDO
2001:1::1/128       True   Port Control Protocol Anycast
2001:1::2/128       True   Traversal Using Relays around NAT Anycast
2001:1::3/128       True   DNS-SD Service Registration Protocol Anycast
2001:2::/48         False  Benchmarking
2001:3::/32         True   AMT
2001:4:112::/48     True   AS112-v6
2001:10::/28        N/A    Deprecated (previously ORCHID)
2001:20::/28        True   ORCHIDv2
2001:30::/28        True   Drone Remote ID Protocol Entity Tags
2001:db8::/32       False  Documentation
2002::/16           N/A    6to4
2620:4f:8000::/48   True   Direct Delegation AS112 Service
3fff::/20           False  Documentation
5f00::/16           False  Segment Routing (SRv6) SIDs
fc00::/7            False  Unique-Local
fe80::/10           False  Link-Local Unicast
fec0::/10           False  Site-local (IPv6 address space registry, deprecated)
ff00::/8            False  Multicast (IPv6 address space registry)
::/96               False  IPv4-compatible (RFC 4291, deprecated)
::ffff:0:0:0/96     False  IPv4-translated (RFC 2765)
4000::/3            False  Reserved by IETF (IPv6 address space registry)
2000::/3            True   Global Unicast (IPv6 address space registry)
`;

const splitGroups = (text: string): string[] => (text === "" ? [] : text.split(":"));

/** Parses the plain form: four decimals, or groups of hexadecimal digits. */
export const parseAddress = (text: string): NumericAddress => {
  if (!text.includes(":")) {
    const value = text.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
    return { value, bits: 32 };
  }
  const [head = "", tail] = text.split("::");
  const before = splitGroups(head);
  const after = splitGroups(tail ?? "");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after];
  return {
    value: groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n),
    bits: 128,
  };
};

const parseTable = (table: string): AddressRange[] =>
  table
    .trim()
    .split("\n")
    .map((line) => {
      const [text = ""] = line.split(/\s+/);
      const [address = "", digits] = text.split("/");
      const { value, bits } = parseAddress(address);
      const prefix = Number(digits);
      const last = value + (1n << BigInt(bits - prefix)) - 1n;
      return { text, value, bits, prefix, first: value, last };
    });

/** Narrow ranges come before wide ones. */
export const specialRanges: AddressRange[] = [...parseTable(IPV4), ...parseTable(IPV6)].sort(
  (a, b) => b.prefix - a.prefix,
);

const GLOBAL_UNICAST = specialRanges.find(({ text }) => text === "2000::/3")!;

const isInside = ({ value, bits }: NumericAddress, range: AddressRange): boolean =>
  bits === range.bits && value >= range.first && value <= range.last;

/** Whether the address is in the range, written as in the tables. */
export const isInRange = (address: NumericAddress, text: string): boolean =>
  specialRanges.some((range) => range.text === text && isInside(address, range));

const ISATAP = new Set([0x0000_5efen, 0x0200_5efen]);

/** Whether the lower half of the address is an ISATAP tunnel to IPv4, under any prefix. */
export const isTunnel = ({ value, bits }: NumericAddress): boolean =>
  bits === 128 && ISATAP.has((value >> 32n) & 0xffff_ffffn);

/**
 * Applies the policy: an address with an entry isn't public, even if the registry calls it globally
 * reachable (second column). In IPv6, only 2000::/3 without tunnels is public.
 */
export const isPublicAddress = (address: NumericAddress): boolean => {
  const entry = specialRanges.find((range) => isInside(address, range));
  if (address.bits === 32) return entry === undefined;
  return entry === GLOBAL_UNICAST && !isTunnel(address);
};
