import ipaddr from "ipaddr.js";

const LAST_BYTES = [12, 13, 14, 15];

interface Embedding {
  network: [ipaddr.IPv6, number];
  /** Indexes of the IPv6 address bytes that hold the IPv4 address. */
  bytes: number[];
  isInverted?: boolean;
}

const createEmbedding = (cidr: string, bytes: number[], isInverted = false): Embedding => ({
  network: ipaddr.IPv6.parseCIDR(cidr),
  bytes,
  isInverted,
});

const embeddings = [
  createEmbedding("::/96", LAST_BYTES), // compatible
  createEmbedding("::ffff:0:0/96", LAST_BYTES), // mapped
  createEmbedding("::ffff:0:0:0/96", LAST_BYTES), // translated
  createEmbedding("64:ff9b::/96", LAST_BYTES), // NAT64
  // Local NAT64: four prefix lengths of RFC 6052 fit into its /48. They skip byte 8.
  createEmbedding("64:ff9b:1::/48", [6, 7, 9, 10]),
  createEmbedding("64:ff9b:1::/48", [7, 9, 10, 11]),
  createEmbedding("64:ff9b:1::/48", [9, 10, 11, 12]),
  createEmbedding("64:ff9b:1::/48", LAST_BYTES),
  createEmbedding("2002::/16", [2, 3, 4, 5]), // 6to4
  createEmbedding("2001::/32", [4, 5, 6, 7]), // Teredo's server
  createEmbedding("2001::/32", LAST_BYTES, true), // Teredo's client
];

/** Returns whether the interface identifier is that of ISATAP, a tunnel that can have any prefix. */
export const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x0200);

/** Returns every IPv4 address that the IPv6 address can represent or tunnel to. */
export const extractIpv4Addresses = (address: ipaddr.IPv6): ipaddr.IPv4[] => {
  const addressBytes = address.toByteArray();
  const read = ({ bytes, isInverted }: Pick<Embedding, "bytes" | "isInverted">): ipaddr.IPv4 =>
    new ipaddr.IPv4(
      bytes.map((index) => (addressBytes[index] as number) ^ (isInverted ? 0xff : 0)),
    );
  return [
    ...embeddings.filter(({ network }) => address.match(network)),
    ...(isIsatap(address) ? [{ bytes: LAST_BYTES }] : []),
  ].map(read);
};
