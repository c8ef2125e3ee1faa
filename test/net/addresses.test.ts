import { Agent } from "node:http";
import test from "ava";
import { RequestFilteringHttpAgent } from "request-filtering-agent";
import { createRandom } from "../../src/demo/random.js";
import { isNeverAllowed, isPublic } from "../../src/base/net/address.js";
import { parseAllowList } from "../../src/base/net/allow-list.js";
import { createDestinations } from "../../src/base/net/destinations.js";
import { createResolver } from "../../src/base/net/resolver.js";
import { ipv4Embeddings, randomAddress, formatRandomly } from "./random-addresses.js";
import {
  isInRange,
  isTunnel,
  type NumericAddress,
  parseAddress,
  specialRanges,
  isPublicAddress,
} from "../helpers/net/special-ranges.js";
import { buildLooseUrl, randomSpelling } from "./host-spellings.js";

const ADDRESSES = Number(process.env["ADDRESSES"] ?? 20_000);
const SPELLINGS = Number(process.env["SPELLINGS"] ?? 1000);
const SEED = Number(process.env["SEED"] ?? 20_261_121);

// Runs the other library's check without connecting: its agent gets another parent class.
class Unconnected extends Agent {
  override createConnection(): never {
    return "would connect" as never;
  }
}
Object.setPrototypeOf(RequestFilteringHttpAgent.prototype, Unconnected.prototype);
const otherLibrary = new RequestFilteringHttpAgent();
const otherLibraryAllows = (host: string): boolean =>
  (otherLibrary.createConnection({ host, port: 443 }, () => undefined) as unknown) ===
  "would connect";

/** Ranges that request-filtering-agent 3.2.1 wrongly allows. */
const isKnownGap = (address: NumericAddress): boolean =>
  (address.bits === 128 && address.value >> 125n !== 1n) || // 100:0:0:1::1, 4000::1, ::7f00:1
  isTunnel(address) ||
  isInRange(address, "168.63.129.16/32");
test("an address is public exactly where the IANA registries say so", (t) => {
  const random = createRandom(SEED);
  const mismatches: string[] = [];
  const differing: string[] = [];
  const passed = { 32: 0, 128: 0 };
  const refused = { 32: 0, 128: 0 };
  let knownDifferences = 0;
  for (let count = 0; count < ADDRESSES; count += 1) {
    const address = randomAddress(random);
    const text = formatRandomly(address, random);
    const allowed = isPublic(text);
    if (allowed !== isPublicAddress(address)) mismatches.push(text);
    (allowed ? passed : refused)[address.bits] += 1;
    if (allowed === otherLibraryAllows(text)) continue;
    if (!allowed && isKnownGap(address)) knownDifferences += 1;
    else differing.push(text);
  }
  t.log(`${ADDRESSES} addresses, seed ${SEED}: ${passed[32] + passed[128]} pass`);
  t.log(`IPv4 ${passed[32]} pass, ${refused[32]} refused; IPv6 ${passed[128]}, ${refused[128]}`);
  t.log(
    `request-filtering-agent: ${knownDifferences} known differences, ${differing.length} others`,
  );
  t.log(`wrong: ${mismatches.length}`);
  t.deepEqual(mismatches, []);
  t.deepEqual(differing, []);
  for (const count of [passed[32], passed[128], refused[32], refused[128]])
    t.true(count > ADDRESSES / 20, "both verdicts are common in both families");
});

test("the bounds of every special range match the registries", (t) => {
  const random = createRandom(SEED);
  for (const { first, last, bits, text } of specialRanges)
    for (const value of [first, last])
      t.is(
        isPublic(formatRandomly({ value, bits }, random)),
        isPublicAddress({ value, bits }),
        text,
      );
});

test("addresses that another library wrongly allows are refused", (t) => {
  for (const text of ["::7f00:1", "100:0:0:1::1", "4000::1", "168.63.129.16"]) {
    t.true(otherLibraryAllows(text), text);
    t.false(isPublic(text), text);
  }
});

test("text that isn't exactly an address isn't public", (t) => {
  for (const text of ["", "8.8.8", "010.8.8.8", "0x8.8.8.8", "134744072", "8.8.8.8.", "[2600::1]"])
    t.false(isPublic(text), text);
  for (const text of ["2600::1%eth0", "fe80::1%1", "2600::1::2", "example.com"])
    t.false(isPublic(text), text);
});

test("link-local and metadata addresses are never allowed, in any IPv6 form", (t) => {
  const random = createRandom(SEED);
  const barred = [
    "169.254.169.254",
    "169.254.0.1",
    "100.100.100.200",
    "192.0.0.192",
    "168.63.129.16",
  ];
  for (const text of [
    ...barred,
    "fe80::1",
    "febf::1",
    "fd00:ec2::254",
    "fd20:ce::254",
    "fe80::1%lo",
  ])
    t.true(isNeverAllowed(text), text);
  for (const text of barred)
    for (const [form, embed] of Object.entries(ipv4Embeddings)) {
      const value = embed(parseAddress(text).value, random);
      t.true(isNeverAllowed(formatRandomly({ value, bits: 128 }, random)), `${form} of ${text}`);
    }
  // 169.254.169.254 under the shorter prefixes of RFC 6052, and as a Teredo server.
  for (const text of [
    "64:ff9b:1:a9fe:a9:fe00::",
    "64:ff9b:1:a9:fe:a9fe::",
    "64:ff9b:1:0:a9:fea9:fe00:0",
  ])
    t.true(isNeverAllowed(text), text);
  t.true(isNeverAllowed("2001:0:a9fe:a9fe::1"));
  for (const text of ["127.0.0.1", "10.0.0.1", "::1", "fd00::1", "::ffff:10.0.0.1", "8.8.8.8"])
    t.false(isNeverAllowed(text), text);
});

test("every spelling of an address in a URL gets the same verdict", async (t) => {
  const random = createRandom(SEED);
  const resolver = createResolver({ servers: ["127.0.0.1:9"] });
  const destinations = createDestinations(parseAllowList(""), resolver);
  t.teardown(() => destinations.close());
  const mismatches: string[] = [];
  let passed = 0;
  for (let count = 0; count < SPELLINGS; count += 1) {
    const { host, isAllowed } = randomSpelling(random);
    const url = buildLooseUrl(host, random);
    const refusal = await destinations.findRefusal(url);
    if ((refusal === undefined) !== isAllowed) mismatches.push(url);
    if (isAllowed) passed += 1;
  }
  t.log(`${SPELLINGS} spellings, seed ${SEED}: ${passed} pass, ${mismatches.length} wrong`);
  t.deepEqual(mismatches, []);
  t.true(passed > SPELLINGS / 20 && passed < SPELLINGS);
});
