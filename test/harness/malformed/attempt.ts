import { createRandom } from "../../src/demo/random.js";
import { bodies } from "./bodies.js";
import { type Draft, type Mutation, plain, type Sent, setHeader } from "./draft.js";
import { framings } from "./framing.js";
import { headers } from "./headers.js";
import { type Names, reals, wordOf } from "./real.js";
import { targets } from "./targets.js";

/** The nth request of a seed. */
export interface Attempt extends Sent {
  n: number;
  /** Of what it was made, and how. */
  name: string;
  isHead: boolean;
  /** Whether nothing of it may be done, whatever else is wrong with it. */
  mustFail: boolean;
  /** What its answer must have as its id; none where that may have been made unreadable. */
  id: string | undefined;
}

const contents: Record<string, Mutation> = { ...targets, ...headers };
const READS_BODY = new Set(["POST", "PUT"]);
const GOLDEN = 0x9e3779b1;

/** Real requests, each in as many wrong ways as there are. The same for the same seed and number. */
export const attempts = (seed: number, names: Names): ((n: number) => Attempt) => {
  const real = Object.entries(reals(names));
  const ways = Object.entries(contents);
  const bodyWays = Object.entries(bodies);
  const framingWays = Object.entries(framings);
  return (n) => {
    const random = createRandom(Math.imul(seed + 1, GOLDEN) ^ Math.imul(n + 1, 0x85ebca6b));
    const [about, make] = random.pick(real);
    const draft: Draft = make(n, random);
    draft.headers.push(["x-request-id", wordOf(n)]);
    const used: string[] = [];
    let mustFail = false;
    const mutate = (list: [string, Mutation][]): void => {
      const [name, mutation] = random.pick(list);
      used.push(name);
      // Another mutation may take away what the first one was refused for.
      mustFail = mutation(draft, random) === "refused" && used.length === 1;
    };
    const { method } = draft;
    const readsBody = READS_BODY.has(method);
    const isFramed = random.chance(0.35);
    if (!isFramed || random.chance(0.3)) {
      mutate(readsBody && random.chance(0.6) ? bodyWays : ways);
      if (random.chance(0.1)) mutate(ways);
    }
    // A GET whose body nobody reads is not refused for it.
    let sent: Sent = { bytes: Buffer.alloc(0), framing: "whole" };
    if (isFramed) {
      // An answer to HEAD says a length that it does not have: whether it was one must be clear.
      if (draft.method === "HEAD") draft.method = "GET";
      const [name, frame] = random.pick(framingWays);
      used.push(name);
      // What was to be refused may now be cut off, or two.
      mustFail = false;
      sent = frame(draft, random);
    } else sent.bytes = plain(draft);
    const id = draft.headers.filter(([name]) => name === "x-request-id");
    return {
      ...sent,
      n,
      name: `${about}: ${used.join(", ")}`,
      isHead: draft.method === "HEAD",
      mustFail,
      id: id.length === 1 && id[0]![1] === wordOf(n) ? wordOf(n) : undefined,
    };
  };
};

/** Each real request as it should be, so that it can be seen that it is one. */
export const untouched = (names: Names, n: number): Attempt[] =>
  Object.entries(reals(names)).map(([name, make]) => {
    const draft = make(n, createRandom(n));
    setHeader(draft, "x-request-id", wordOf(n));
    return {
      bytes: plain(draft),
      framing: "whole",
      n,
      name,
      isHead: false,
      mustFail: false,
      id: wordOf(n),
    };
  });
