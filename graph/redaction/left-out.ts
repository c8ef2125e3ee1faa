import type { RedactableUtterance } from "../core/redaction-port.js";

/** Replaces a text that took too long to redact. */
export const LEFT_OUT_TEXT = "[left out: it takes too long to redact]";

/** Returns the utterances without their texts. A speaker's name is a text, too. */
export const leaveTextsOut = <T extends RedactableUtterance>(utterances: readonly T[]): T[] => {
  const names = new Map<string, string>();
  return utterances.map((utterance) => {
    const { speaker } = utterance;
    if (!names.has(speaker)) names.set(speaker, `Speaker ${names.size + 1}`);
    return {
      ...utterance,
      speaker: names.get(speaker)!,
      text: LEFT_OUT_TEXT,
      ...(utterance.heard !== undefined && { heard: LEFT_OUT_TEXT }),
    };
  });
};

/** Returns the message for a call whose texts were omitted; null for other calls. */
export const describeLeftOut = (
  utterances: readonly Pick<RedactableUtterance, "text">[] | null | undefined,
): string | null =>
  utterances?.[0]?.text === LEFT_OUT_TEXT
    ? "The transcript takes too long to redact, and its texts were left out"
    : null;
