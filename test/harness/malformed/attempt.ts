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

/** Request number `n` of a seed. */
export interface Attempt extends FramedRequest {
  n: number;
  /** The real request and its mutations. */
  name: string;
  isHead: boolean;
  /** Whether the server must refuse it, whatever else is wrong with it. */
  mustFail: boolean;
  /** The expected request ID; undefined if a mutation may have changed it. */
  id: string | undefined;
}

const contentMutations: Record<string, DraftMutation> = { ...targetMutations, ...headerMutations };
const READS_BODY = new Set(["POST", "PUT"]);
const GOLDEN_RATIO = 0x9e3779b1;

/** Mutates real requests. The same seed and number give the same request. */
export const createAttempts = (seed: number, names: RequestIds): ((n: number) => Attempt) => {
  const real = Object.entries(buildRealRequests(names));
  const contentWays = Object.entries(contentMutations);
  const bodyWays = Object.entries(bodyMutations);
  const framingWays = Object.entries(framings);
  return (n) => {
    const random = createRandom(Math.imul(seed + 1, GOLDEN_RATIO) ^ Math.imul(n + 1, 0x85ebca6b));
    const [realName, buildDraft] = random.pick(real);
    const draft: RequestDraft = buildDraft(n, random);
    draft.headers.push(["x-request-id", buildMarker(n)]);
    const mutationNames: string[] = [];
    let mustFail = false;
    const applyMutation = (list: [string, DraftMutation][]): void => {
      const [name, mutation] = random.pick(list);
      mutationNames.push(name);
      // A second mutation may remove the reason for the refusal.
      mustFail = mutation(draft, random) === "refused" && mutationNames.length === 1;
    };
    const { method } = draft;
    const readsBody = READS_BODY.has(method);
    const isFramed = random.chance(0.35);
    if (!isFramed || random.chance(0.3)) {
      applyMutation(readsBody && random.chance(0.6) ? bodyWays : contentWays);
      if (random.chance(0.1)) applyMutation(contentWays);
    }
    // A GET whose body is never read isn't refused for it.
    let sent: FramedRequest = { bytes: Buffer.alloc(0), framing: "whole" };
    if (isFramed) {
      // A response to HEAD has a length but no body, so its method must be certain.
      if (draft.method === "HEAD") draft.method = "GET";
      const [name, frame] = random.pick(framingWays);
      mutationNames.push(name);
      // The part that must be refused may now be cut off or sent twice.
      mustFail = false;
      sent = frame(draft, random);
    } else sent.bytes = formatDraft(draft);
    const id = draft.headers.filter(([name]) => name === "x-request-id");
    return {
      ...sent,
      n,
      name: `${realName}: ${mutationNames.join(", ")}`,
      isHead: draft.method === "HEAD",
      mustFail,
      id: id.length === 1 && id[0]![1] === buildMarker(n) ? buildMarker(n) : undefined,
    };
  };
};

/** Builds each real request without mutations, to prove that it is accepted. */
export const buildUntouchedAttempts = (names: RequestIds, n: number): Attempt[] =>
  Object.entries(buildRealRequests(names)).map(([name, buildDraft]) => {
    const draft = buildDraft(n, createRandom(n));
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
