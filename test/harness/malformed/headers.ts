import { gzipSync } from "node:zlib";
import type { Random } from "../../src/demo/random.js";
import { type Draft, type Mutation, setHeader } from "./draft.js";
import {
  AUTHORIZATIONS,
  COOKIES,
  METHODS,
  NAMES,
  OTHERS,
  STRANGE,
  TYPES,
  VERSIONS,
} from "./header-values.js";

const add = (draft: Draft, name: string, value: string): void =>
  void draft.headers.push([name, value]);

/** One of those that there are. */
const anyHeader = ({ headers: all }: Draft, random: Random): [string, string] =>
  all.length > 0 ? random.pick(all) : ["host", "x"];

const anyOf =
  (random: Random, name: string, values: string[]): Mutation =>
  (draft) =>
    setHeader(draft, name, random.pick(values));

export const headers: Record<string, Mutation> = {
  "a strange value": (draft, random) => {
    const [name] = anyHeader(draft, random);
    setHeader(draft, name, random.pick(STRANGE));
  },
  "a strange header": (draft, random) => add(draft, random.pick(NAMES), random.pick(STRANGE)),
  "a header of HTTP": (draft, random) => {
    const [name, values] = random.pick(OTHERS);
    setHeader(draft, name, random.pick([...values, ...STRANGE]));
  },
  "a bad authorization": (draft, random) => {
    if (random.chance(0.5)) draft.headers = draft.headers.filter(([name]) => name !== "x-api-key");
    anyOf(random, "authorization", AUTHORIZATIONS)(draft, random);
  },
  "a bad cookie": (draft, random) => {
    draft.headers = draft.headers.filter(([name]) => name !== "authorization");
    anyOf(random, "cookie", COOKIES)(draft, random);
  },
  "a bad content-type": (draft, random) => anyOf(random, "content-type", TYPES)(draft, random),
  "no content-type": (draft) => {
    draft.headers = draft.headers.filter(([name]) => name !== "content-type");
  },
  "a content-encoding": (draft, random) => {
    setHeader(draft, "content-encoding", random.pick(["gzip", "br", "deflate", "x", "gzip, gzip"]));
    if (random.chance(0.5)) draft.body = gzipSync(draft.body);
  },
  "a header again": (draft, random) => {
    const [name, value] = anyHeader(draft, random);
    add(draft, name, random.chance(0.5) ? value : random.pick(STRANGE));
  },
  "no host": (draft) => {
    draft.headers = draft.headers.filter(([name]) => name !== "host");
    return "refused";
  },
  "two hosts": (draft) => {
    add(draft, "host", "evil.example");
    return "refused";
  },
  "a bad host": (draft, random) =>
    setHeader(
      draft,
      "host",
      random.pick(["", "a b", "[::", "a:b:c", "\u00FF", "a,b", "a@b", "x".repeat(3_000)]),
    ),
  "many headers": (draft, random) => {
    const count = random.pick([1_000, 1_500, 2_100]);
    const name = random.pick(["", "same"]);
    for (let i = 0; i < count; i += 1) add(draft, name || `h${i}`, "");
  },
  "no headers": (draft) => void (draft.headers = []),
  "another method": (draft, random) => void (draft.method = random.pick(METHODS)),
  "another version": (draft, random) => void (draft.version = random.pick(VERSIONS)),
};
