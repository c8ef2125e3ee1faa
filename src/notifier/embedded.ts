import ipaddr from "ipaddr.js";

const LAST = [12, 13, 14, 15];

interface Form {
  network: [ipaddr.IPv6, number];
  /** Which bytes of the IPv6 address are those of the IPv4 address. */
  bytes: number[];
  inverted?: boolean;
}

const form = (cidr: string, bytes: number[], inverted = false): Form => ({
  network: ipaddr.IPv6.parseCIDR(cidr),
  bytes,
  inverted,
});

const forms = [
  form("::/96", LAST), // compatible
  form("::ffff:0:0/96", LAST), // mapped
  form("::ffff:0:0:0/96", LAST), // translated
  form("64:ff9b::/96", LAST), // NAT64
  // Local NAT64: RFC 6052 has four lengths of prefix that fit into its /48, and leaves byte 8 out.
  form("64:ff9b:1::/48", [6, 7, 9, 10]),
  form("64:ff9b:1::/48", [7, 9, 10, 11]),
  form("64:ff9b:1::/48", [9, 10, 11, 12]),
  form("64:ff9b:1::/48", LAST),
  form("2002::/16", [2, 3, 4, 5]), // 6to4
  form("2001::/32", [4, 5, 6, 7]), // Teredo's server
  form("2001::/32", LAST, true), // Teredo's client
];

/** Whether the interface part is that of ISATAP, a tunnel that can be under any prefix. */
export const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x0200);

/** Every IPv4 address that the IPv6 address may stand for or lead to. */
export const embedded = (address: ipaddr.IPv6): ipaddr.IPv4[] => {
  const all = address.toByteArray();
  const read = ({ bytes, inverted }: Pick<Form, "bytes" | "inverted">): ipaddr.IPv4 =>
    new ipaddr.IPv4(bytes.map((index) => (all[index] as number) ^ (inverted ? 0xff : 0)));
  return [
    ...forms.filter(({ network }) => address.match(network)),
    ...(isIsatap(address) ? [{ bytes: LAST }] : []),
  ].map(read);
};
