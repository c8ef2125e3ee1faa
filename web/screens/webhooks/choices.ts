/** The events that a webhook may get, and when each happens. */
export const events: Record<string, string> = {
  "recording.processed": "The analysis of a recording is complete, for the first time.",
  "recording.integration_updated": "A recording was synced to a CRM.",
  "client.created":
    "A recording is complete whose client a rep made. It comes instead of recording.processed.",
};

/** What a webhook without a list of its own gets. */
export const DEFAULT_EVENT = "recording.processed";

/** The sources of the recordings whose recording.processed a webhook gets. */
export const triggers: Record<string, string> = {
  all: "All recordings",
  dialer: "Dialer",
  meeting: "Meeting",
  mobile: "Mobile",
  upload: "Upload",
};
