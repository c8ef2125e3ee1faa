/** The event of webhooks that select none. */
export const DEFAULT_EVENT = "recording.processed";

/** Texts for the recording sources that a webhook can select. */
export const triggerTexts: Record<string, string> = {
  all: "All recordings",
  dialer: "Dialer",
  meeting: "Meeting",
  mobile: "Mobile",
  upload: "Upload",
};
