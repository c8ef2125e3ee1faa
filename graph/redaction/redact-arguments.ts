import type { Context } from "../context/context.js";
import { invalidField } from "../core/errors.js";
import { redactOrRefuse } from "./redact-or-refuse.js";
import { loadRedactor } from "./redactor.js";

/** Operations that redact their input themselves, that configure redaction, or that name a text which is stored. */
const OWN_REDACTION: ReadonlySet<string> = new Set([
  "setRedaction",
  "ingestCall",
  "ingestDialerCall",
  "completeAnalysis",
  "removeTag",
  "deleteVocabularyTerm",
]);

/** A phrase that is redacted would find other words. @throws INVALID_FIELD */
const refuseRedactedPhrases = (
  { input: before }: { input?: { phrases?: readonly string[] | null } },
  { input: after }: { input?: { phrases?: readonly string[] | null } },
): void => {
  for (const [index, phrase] of (before?.phrases ?? []).entries())
    if (after?.phrases?.[index] !== phrase)
      throw invalidField(
        `phrases.${index}`,
        "has what the organization redacts, which no transcript contains",
      );
};

/** Returns a mutation's arguments, redacted for storage. @throws INVALID_FIELD */
export const redactArguments = async (
  operation: string,
  args: Record<string, unknown>,
  context: Context,
): Promise<Record<string, unknown>> => {
  const { organizationId } = context;
  if (organizationId === "" || OWN_REDACTION.has(operation)) return args;
  const redactor = await loadRedactor(context, organizationId);
  if (!redactor) return args;
  const redacted = await redactOrRefuse(args, redactor.redactInput);
  if (operation === "upsertTracker") refuseRedactedPhrases(args, redacted);
  return redacted;
};
