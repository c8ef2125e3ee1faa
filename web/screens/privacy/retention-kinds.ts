/** Texts for each kind of content, in display order. */
export const retentionKindTexts = {
  media: {
    days: "mediaDays",
    title: "Media",
    label: "Days to keep media",
    hint: "Stored audio and video, and links to media elsewhere.",
    losses: ["recording loses its media", "recordings lose their media"],
  },
  transcripts: {
    days: "transcriptDays",
    title: "Transcripts",
    label: "Days to keep transcripts",
    hint: "The words of the call. Summary, notes, coaching and statistics stay.",
    losses: ["recording loses its transcript", "recordings lose their transcript"],
  },
  payloads: {
    days: "payloadDays",
    title: "Payloads",
    label: "Days to keep payloads",
    hint: "Webhook request bodies, and the receivers' responses.",
    losses: ["event loses its payload", "events lose their payload"],
  },
} as const;

export type RetentionKind = keyof typeof retentionKindTexts;

export const retentionKindNames = Object.keys(retentionKindTexts) as RetentionKind[];

/** Days per kind of content; null means forever. */
export type RetentionDays = Record<
  (typeof retentionKindTexts)[RetentionKind]["days"],
  number | null
>;
