import { sourceTexts } from "../../lib/source-texts.js";

/** The event of webhooks that select none. */
export const DEFAULT_EVENT = "recording.processed";

/** Texts for the recording sources that a webhook can select. */
export const triggerTexts: Record<string, string> = {
  all: "All recordings",
  ...sourceTexts,
};
