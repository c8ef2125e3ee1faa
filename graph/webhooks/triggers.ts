import { RECORDING_SOURCES } from "../../db/recordings/fields.js";

/** The recordings that a webhook receives events for: all, or those of one source. */
export const webhookTriggers: readonly string[] = ["all", ...RECORDING_SOURCES];
