import { loadRedaction } from "../../db/redaction/redaction.js";
import type { Services } from "../context/context.js";
import {
  type RedactableUtterance,
  RedactionBudgetError,
  type RedactionWork,
} from "../core/redaction-port.js";
import { leaveTextsOut } from "./left-out.js";

/** Redacts what an organization must not store. */
export interface Redactor {
  /** Redacts the texts of an operation's input. @throws RedactionBudgetError, ShareExceededError */
  redactInput: <T>(input: T) => Promise<T>;
  /**
   * Redacts a transcript. A transcript over the budget loses its texts (`LEFT_OUT_TEXT`). @throws ShareExceededError
   */
  redactTranscript: <T extends RedactableUtterance>(utterances: readonly T[]) => Promise<T[]>;
  /** Redacts fields, whose names may be ids. @throws RedactionBudgetError, ShareExceededError */
  redactFields: <T>(
    fields: Record<string, T>,
    identifiers: readonly string[],
  ) => Promise<Record<string, T>>;
  /** Redacts field names; returns none if they are over the budget. @throws ShareExceededError */
  redactNames: (names: readonly string[]) => Promise<string[]>;
  /** Redacts the body of a received call; undefined for one that can't be read or is over the budget. @throws ShareExceededError */
  redactBody: (
    body: Omit<Extract<RedactionWork, { form: "body" }>, "form">,
  ) => Promise<string | undefined>;
}

const orOverBudget = async <T>(redacting: Promise<unknown>, overBudget: () => T): Promise<T> => {
  try {
    return (await redacting) as T;
  } catch (error) {
    if (error instanceof RedactionBudgetError) return overBudget();
    throw error;
  }
};

/** Loads the organization's redactor; undefined if it redacts nothing. */
export const loadRedactor = async (
  { db, runRedaction }: Pick<Services, "db" | "runRedaction">,
  organizationId: string,
): Promise<Redactor | undefined> => {
  const settings = await loadRedaction(db, organizationId);
  if (!settings.cardNumbers && settings.patterns.length === 0) return undefined;
  const run = async (work: RedactionWork): Promise<unknown> =>
    runRedaction(organizationId, settings, work);
  const redactLines = async <T extends RedactableUtterance>(
    utterances: readonly T[],
  ): Promise<T[]> => {
    const redacted = (await run({ form: "transcript", utterances })) as T[];
    if (utterances.every(({ heard }) => heard === undefined)) return redacted;
    // What was heard is a transcript of its own: a number can go on in the next line.
    const original = utterances.map(({ heard, ...line }) => ({
      ...line,
      text: heard ?? line.text,
    }));
    const heard = (await run({ form: "transcript", utterances: original })) as T[];
    return redacted.map((line, index) =>
      line.heard === undefined ? line : { ...line, heard: heard[index]!.text },
    );
  };
  return {
    redactInput: async <T>(input: T) => (await run({ form: "input", input })) as T,
    redactTranscript: async <T extends RedactableUtterance>(utterances: readonly T[]) =>
      orOverBudget(redactLines(utterances), () => leaveTextsOut(utterances)),
    redactFields: async <T>(fields: Record<string, T>, identifiers: readonly string[]) =>
      (await run({ form: "fields", fields, identifiers })) as Record<string, T>,
    redactNames: async (names) => orOverBudget(run({ form: "input", input: names }), () => []),
    redactBody: async (body) => orOverBudget(run({ form: "body", ...body }), () => undefined),
  };
};
