import type { RedactionSettings } from "../../db/redaction/redaction.js";

export interface RedactableUtterance {
  speaker: string;
  role?: string | null;
  text: string;
  start: number;
  /** The text before debrief repaired words. */
  heard?: string;
}

/** Texts to redact, as data that another thread can receive. */
export type RedactionWork =
  /** The input of an operation. */
  | { form: "input"; input: unknown }
  | { form: "transcript"; utterances: readonly RedactableUtterance[] }
  /** Fields of a form or of metadata. `identifiers`: names of fields that may be ids. */
  | { form: "fields"; fields: Record<string, unknown>; identifiers: readonly string[] }
  /**
   * The body of a received call. `transcript`: the transcript parsed from a text in the body. `kept`: values that
   * aren't redacted, such as the call's id.
   */
  | {
      form: "body";
      text: string;
      transcript: readonly RedactableUtterance[] | undefined;
      kept: readonly string[];
    };

/** Redacting a text took more time or memory than one request may use. */
export class RedactionBudgetError extends Error {}

/**
 * Redacts the texts of an organization within its share and a budget, and returns them in the same form; undefined for a
 * body that can't be read. @throws RedactionBudgetError, ShareExceededError, the signal's reason
 */
export type RunRedaction = (
  organizationId: string,
  settings: RedactionSettings,
  work: RedactionWork,
  signal?: AbortSignal,
) => Promise<unknown>;

/** Returns the services with redactions that end with the signal: a job that stops doesn't wait for them. */
export const withRedactionSignal = <T extends { runRedaction: RunRedaction }>(
  services: T,
  signal: AbortSignal,
): T => ({
  ...services,
  runRedaction: async (organizationId, settings, work) =>
    services.runRedaction(organizationId, settings, work, signal),
});
