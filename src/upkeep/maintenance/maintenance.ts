import type { MaintenanceMark } from "../../../db/engine/maintenance.js";
import { isOwnerDead } from "../../base/workers/owner.js";

/** The owner may be on another machine: without progress for this long, it counts as ended. */
const MAX_SILENCE_MS = 10 * 60_000;

/** Returns whether the owner of the mark still works. `now`: milliseconds since 1970. */
export const isUnderWay = ({ owner, renewedAt }: MaintenanceMark, now: number): boolean =>
  !isOwnerDead(owner) && now - renewedAt < MAX_SILENCE_MS;
