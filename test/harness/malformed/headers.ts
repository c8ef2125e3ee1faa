import { gzipSync } from "node:zlib";
import type { Random } from "../../../src/demo/random.js";
import { type RequestDraft, type DraftMutation, setHeader } from "./request-draft.js";
import {
  AUTHORIZATIONS,
  COOKIES,
  METHODS,
  HEADER_NAMES,
  OTHER_HEADERS,
  STRANGE_VALUES,
  CONTENT_TYPES,
  VERSIONS,
} from "./header-values.js";

const addHeader = (draft: RequestDraft, name: string, value: string): void =>
  void draft.headers.push([name, value]);

/** Picks an existing header. */
const pickHeader = ({ headers: all }: RequestDraft, random: Random): [string, string] =>
  all.length > 0 ? random.pick(all) : ["host", "x"];

const createValueMutation =
  (random: Random, name: string, values: string[]): DraftMutation =>
  (draft) =>
    setHeader(draft, name, random.pick(values));

export const headerMutations: Record<string, DraftMutation> = {
  "a strange value": (draft, random) => {
    const [name] = pickHeader(draft, random);
    setHeader(draft, name, random.pick(STRANGE_VALUES));
  },
  "a strange header": (draft, random) =>
    addHeader(draft, random.pick(HEADER_NAMES), random.pick(STRANGE_VALUES)),
  "a standard header": (draft, random) => {
    const [name, values] = random.pick(OTHER_HEADERS);
    setHeader(draft, name, random.pick([...values, ...STRANGE_VALUES]));
  },
  "a bad authorization": (draft, random) => {
    if (random.chance(0.5)) draft.headers = draft.headers.filter(([name]) => name !== "x-api-key");
    createValueMutation(random, "authorization", AUTHORIZATIONS)(draft, random);
  },
  "a bad cookie": (draft, random) => {
    draft.headers = draft.headers.filter(([name]) => name !== "authorization");
    createValueMutation(random, "cookie", COOKIES)(draft, random);
  },
  "a bad content-type": (draft, random) =>
    createValueMutation(random, "content-type", CONTENT_TYPES)(draft, random),
  "no content-type": (draft) => {
    draft.headers = draft.headers.filter(([name]) => name !== "content-type");
  },
  "a content-encoding": (draft, random) => {
    setHeader(draft, "content-encoding", random.pick(["gzip", "br", "deflate", "x", "gzip, gzip"]));
    if (random.chance(0.5)) draft.body = gzipSync(draft.body);
  },
  "a repeated header": (draft, random) => {
    const [name, value] = pickHeader(draft, random);
    addHeader(draft, name, random.chance(0.5) ? value : random.pick(STRANGE_VALUES));
  },
  "no host": (draft) => {
    draft.headers = draft.headers.filter(([name]) => name !== "host");
    return "refused";
  },
  "two hosts": (draft) => {
    addHeader(draft, "host", "evil.example");
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
    for (let i = 0; i < count; i += 1) addHeader(draft, name || `h${i}`, "");
  },
  "no headers": (draft) => void (draft.headers = []),
  "another method": (draft, random) => void (draft.method = random.pick(METHODS)),
  "another version": (draft, random) => void (draft.version = random.pick(VERSIONS)),
};
