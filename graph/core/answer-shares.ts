import { FairShares } from "../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";

/** Limits the answers of an organization that are built, or that their callers have not read yet. */
export class AnswerShares extends FairShares {
  constructor() {
    super(SHARE_LIMITS.answers);
  }
}
