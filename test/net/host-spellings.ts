import type { Random } from "../../src/demo/random.js";
import { ipv4Embeddings, randomAddress, formatRandomly } from "./random-addresses.js";
import { type NumericAddress, isPublicAddress } from "../helpers/net/special-ranges.js";

/** The host of a URL, and whether the policy allows it. */
export interface HostSpelling {
  host: string;
  isAllowed: boolean;
}

const spellNumber = (value: bigint, random: Random): string => {
  const zeros = "0".repeat(random.chance(0.2) ? random.int(1, 4) : 0);
  return random.pick([
    () => `${value}`,
    () => `0${zeros}${value.toString(8)}`,
    () => `${random.pick(["0x", "0X"])}${zeros}${value.toString(16)}`,
  ])();
};

/** Writes an address in one to four parts; the last contains the rest. */
const spellParts = (value: bigint, random: Random): string[] => {
  const count = random.int(1, 4);
  const heads = [24n, 16n, 8n].slice(0, count - 1).map((shift) => (value >> shift) & 0xffn);
  const rest = BigInt.asUintN(32 - 8 * (count - 1), value);
  return [...heads, rest].map((part) => spellNumber(part, random));
};

const toFullWidth = (character: string): string =>
  String.fromCodePoint(character.codePointAt(0)! + 0xfee0);

const percentEncode = (character: string): string =>
  `%${character.codePointAt(0)!.toString(16).padStart(2, "0")}`;

/** Writes each character as it is, or in a form that URLs treat as equal. */
const encodeRandomly = (text: string, random: Random): string => {
  if (random.chance(0.4)) return text;
  const encoders = random.pick([
    [toFullWidth],
    [percentEncode],
    [toFullWidth, percentEncode, String],
  ]);
  return Array.from(text, (character) => random.pick(encoders)(character)).join("");
};

const spellIpv4 = (address: NumericAddress, random: Random): string => {
  const dots = random.chance(0.7) ? ["."] : [".", "。", "．", "｡", "%2e", "%E3%80%82"];
  const text = spellParts(address.value, random)
    .map((part) => encodeRandomly(part, random))
    .reduce((host, part) => host + random.pick(dots) + part);
  return text + (random.chance(0.2) ? random.pick(dots) : "");
};

const spellWithZone = (address: NumericAddress, random: Random): string =>
  `[${formatRandomly(address, random)}${random.pick(["%25eth0", "%eth0", "%251", "%"])}]`;

/** Writes a random address in a way that might hide it. */
export const randomSpelling = (random: Random): HostSpelling => {
  const address = randomAddress(random);
  if (address.bits === 128) {
    if (random.chance(0.1)) return { host: spellWithZone(address, random), isAllowed: false };
    return { host: `[${formatRandomly(address, random)}]`, isAllowed: isPublicAddress(address) };
  }
  if (random.chance(0.2)) {
    const value = random.pick(Object.values(ipv4Embeddings))(address.value, random);
    return { host: `[${formatRandomly({ value, bits: 128 }, random)}]`, isAllowed: false };
  }
  return { host: spellIpv4(address, random), isAllowed: isPublicAddress(address) };
};

/** Builds a URL with unusual but valid syntax. */
export const buildLooseUrl = (host: string, random: Random): string => {
  const scheme = random.pick(["https", "https", "HTTPS", "hTTps", "ht\ttps", " https"]);
  const slashes = random.pick(["//", "//", "/", "", "\\\\", "///"]);
  const rest = random.pick(["", "/", "/hook", ":443/", ":8443/x", "?q=1", "#f", "\\x"]);
  return `${scheme}:${slashes}${host}${rest}`;
};
