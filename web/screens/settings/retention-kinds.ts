/** What is kept for so many days, in the order in which it is shown. */
export const kinds = {
  media: {
    days: "mediaDays",
    title: "Media",
    label: "Days to keep media",
    hint: "Audio that is kept here, and the link to audio elsewhere.",
    loses: ["recording loses its media", "recordings lose their media"],
  },
  transcripts: {
    days: "transcriptDays",
    title: "Transcripts",
    label: "Days to keep transcripts",
    hint: "What was said. Summary, notes, coaching and figures stay.",
    loses: ["recording loses its transcript", "recordings lose their transcript"],
  },
  payloads: {
    days: "payloadDays",
    title: "Payloads",
    label: "Days to keep payloads",
    hint: "What webhooks were sent, and what their receivers answered.",
    loses: ["event loses its payload", "events lose their payload"],
  },
} as const;

export type Kind = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as Kind[];

/** Null: for ever. */
export type Days = Record<(typeof kinds)[Kind]["days"], number | null>;
