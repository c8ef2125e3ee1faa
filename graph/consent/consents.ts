import { registerEnumType } from "type-graphql";

export const Consents = {
  unknown: "unknown",
  announced: "announced",
  given: "given",
  refused: "refused",
} as const;
registerEnumType(Consents, {
  name: "Consent",
  description: "Whether the customer agreed to the recording of the call.",
});

export const RefusedConsents = {
  hidden: "hidden",
  transcript_only: "transcript_only",
  erased: "erased",
} as const;
registerEnumType(RefusedConsents, {
  name: "RefusedConsent",
  description:
    "hidden: stored, not analysed, and shown to admins only. transcript_only: without its audio. erased: at once, as by deleteRecording.",
});
