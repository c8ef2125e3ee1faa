import type { Random } from "../../src/demo/random.js";
import { type NumericAddress, parseAddress, specialRanges } from "../helpers/net/special-ranges.js";

const random32 = (random: Random): bigint => BigInt(random.int(0, 0xffff_ffff));

const randomBits = (random: Random, bits: number): bigint => {
  let value = 0n;
  for (let drawn = 0; drawn < bits; drawn += 32) value = (value << 32n) | random32(random);
  return BigInt.asUintN(bits, value);
};

/** Picks an address in a special range, or at most two away from its bounds. */
const randomNearRange = (random: Random, bits: 32 | 128): NumericAddress => {
  const range = random.pick(specialRanges.filter((range) => range.bits === bits));
  const inside = range.first + randomBits(random, bits - range.prefix || 1);
  const edge = random.pick([range.first, range.last]) + BigInt(random.int(-2, 2));
  return { value: BigInt.asUintN(bits, random.chance(0.5) ? edge : inside), bits };
};

const randomIpv4 = (random: Random): NumericAddress =>
  random.chance(0.3) ? { value: random32(random), bits: 32 } : randomNearRange(random, 32);

/** Embeds an IPv4 address in IPv6, in every known form. */
export const ipv4Embeddings: Record<string, (ipv4: bigint, random: Random) => bigint> = {
  compatible: (ipv4) => ipv4,
  mapped: (ipv4) => parseAddress("::ffff:0:0").value | ipv4,
  translated: (ipv4) => parseAddress("::ffff:0:0:0").value | ipv4,
  nat64: (ipv4) => parseAddress("64:ff9b::").value | ipv4,
  localNat64: (ipv4, random) =>
    parseAddress("64:ff9b:1::").value | (randomBits(random, 48) << 32n) | ipv4,
  sixToFour: (ipv4, random) =>
    parseAddress("2002::").value | (ipv4 << 80n) | randomBits(random, random.pick([1, 80])),
  teredo: (ipv4, random) =>
    parseAddress("2001::").value | (randomBits(random, 64) << 32n) | (ipv4 ^ 0xffff_ffffn),
  isatap: (ipv4, random) =>
    (randomBits(random, 64) << 64n) |
    (random.pick([0n, 0x0200_0000n]) << 32n) |
    (0x5efen << 32n) |
    ipv4,
};

/** Picks an address of either family, usually in or near a special range. */
export const randomAddress = (random: Random): NumericAddress => {
  if (random.chance(0.4)) return randomIpv4(random);
  if (random.chance(0.3)) {
    const embed = random.pick(Object.values(ipv4Embeddings));
    return { value: embed(randomIpv4(random).value, random), bits: 128 };
  }
  if (random.chance(0.5)) return randomNearRange(random, 128);
  const anyAddress = randomBits(random, 128);
  const unicast = (1n << 125n) | BigInt.asUintN(125, anyAddress);
  return { value: random.chance(0.5) ? unicast : anyAddress, bits: 128 };
};

const formatIpv4 = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join(".");

const compressGroups = (groups: string[]): string => {
  const start = groups.findIndex((group) => /^0+$/.test(group));
  if (start === -1) return groups.join(":");
  let end = start;
  while (end < groups.length && /^0+$/.test(groups[end]!)) end += 1;
  return `${groups.slice(0, start).join(":")}::${groups.slice(end).join(":")}`;
};

/** Formats an address in one of the ways that every parser accepts. */
export const formatRandomly = ({ value, bits }: NumericAddress, random: Random): string => {
  if (bits === 32) return formatIpv4(value);
  const width = random.chance(0.3) ? 4 : 1;
  const groups = [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((shift) =>
    ((value >> shift) & 0xffffn).toString(16).padStart(width, "0"),
  );
  if (random.chance(0.2)) groups.splice(6, 2, formatIpv4(value & 0xffff_ffffn));
  const text = random.chance(0.7) ? compressGroups(groups) : groups.join(":");
  return random.chance(0.2) ? text.toUpperCase() : text;
};
