import type { AnalysisInput } from "../../../graph/analysis/inputs.js";
import type { ConceptId } from "../../meaning/concepts/concepts.js";
import { CERTAIN_SCORE, listMoments, type Moments } from "./moments.js";

const OBJECTION_TAGS: readonly (readonly [ConceptId, string])[] = [
  ["price_objection", "objection: price"],
  ["partner_objection", "objection: partner"],
  ["timing_objection", "objection: timing"],
  ["other_quotes", "objection: other quotes"],
  ["discount", "asked for a discount"],
];

/** Returns when the client said it last, whose side must be known: a rep may say the same of somebody else. */
const findLastByClient = (moments: Moments, id: ConceptId): number =>
  listMoments(moments, id, CERTAIN_SCORE).findLast(({ sentence }) => sentence.role === "client")
    ?.sentence.start ?? -1;

/**
 * Tags the client's objections and the outcome. The client's last word decides the outcome; without one, it stays as it
 * is.
 */
export const findOutcome = (moments: Moments): Pick<AnalysisInput, "tags" | "closed"> => {
  const objections = OBJECTION_TAGS.filter(([id]) => findLastByClient(moments, id) >= 0);
  const tags = objections.map(([, tag]) => tag);
  const won = findLastByClient(moments, "deal_closed");
  const lost = findLastByClient(moments, "deal_lost");
  if (won === lost) return { tags };
  return won > lost ? { tags: [...tags, "sold"], closed: true } : { tags: [...tags, "lost"] };
};
