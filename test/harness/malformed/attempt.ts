import { createRandom } from "../../../src/demo/random.js";
import { bodyMutations } from "./bodies.js";
import {
  type RequestDraft,
  type DraftMutation,
  formatDraft,
  type FramedRequest,
  setHeader,
} from "./request-draft.js";
import { framings } from "./framing.js";
import { headerMutations } from "./headers.js";
import { type RequestIds, buildRealRequests, buildMarker } from "./real-requests.js";
import { targetMutations } from "./targets.js";

/** The nth request of a seed. */
export interface Attempt extends FramedRequest {
  n: number;
  /** Of what it was made, and how. */
  name: string;
  isHead: boolean;
  /** Whether nothing of it may be done, whatever else is wrong with it. */
  mustFail: boolean;
  /** What its answer must have as its id; none where that may have been made unreadable. */
  id: string | undefined;
}

const contentMutations: Record<string, DraftMutation> = { ...targetMutations, ...headerMutations };
const READS_BODY = new Set(["POST", "PUT"]);
const GOLDEN_RATIO = 0x9e3779b1;

/** Real requests, each in as many wrong ways as there are. The same for the same seed and number. */
export const createAttempts = (seed: number, names: RequestIds): ((n: number) => Attempt) => {
  const real = Object.entries(buildRealRequests(names));
  const ways = Object.entries(contentMutations);
  const bodyWays = Object.entries(bodyMutations);
  const framingWays = Object.entries(framings);
  return (n) => {
    const random = createRandom(Math.imul(seed + 1, GOLDEN_RATIO) ^ Math.imul(n + 1, 0x85ebca6b));
    const [about, make] = random.pick(real);
    const draft: RequestDraft = make(n, random);
    draft.headers.push(["x-request-id", buildMarker(n)]);
    const used: string[] = [];
    let mustFail = false;
    const mutate = (list: [string, DraftMutation][]): void => {
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
    let sent: FramedRequest = { bytes: Buffer.alloc(0), framing: "whole" };
    if (isFramed) {
      // An answer to HEAD says a length that it does not have: whether it was one must be clear.
      if (draft.method === "HEAD") draft.method = "GET";
      const [name, frame] = random.pick(framingWays);
      used.push(name);
      // What was to be refused may now be cut off, or two.
      mustFail = false;
      sent = frame(draft, random);
    } else sent.bytes = formatDraft(draft);
    const id = draft.headers.filter(([name]) => name === "x-request-id");
    return {
      ...sent,
      n,
      name: `${about}: ${used.join(", ")}`,
      isHead: draft.method === "HEAD",
      mustFail,
      id: id.length === 1 && id[0]![1] === buildMarker(n) ? buildMarker(n) : undefined,
    };
  };
};

/** Each real request as it should be, so that it can be seen that it is one. */
export const buildUntouchedAttempts = (names: RequestIds, n: number): Attempt[] =>
  Object.entries(buildRealRequests(names)).map(([name, make]) => {
    const draft = make(n, createRandom(n));
    setHeader(draft, "x-request-id", buildMarker(n));
    return {
      bytes: formatDraft(draft),
      framing: "whole",
      n,
      name,
      isHead: false,
      mustFail: false,
      id: buildMarker(n),
    };
  });
