import type { Context } from "../context/context.js";
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

/** Returns a mutation's arguments, redacted for storage. @throws INVALID_FIELD if redaction takes too long */
export const redactArguments = async (
  operation: string,
  args: Record<string, unknown>,
  context: Context,
): Promise<Record<string, unknown>> => {
  const { organizationId } = context;
  if (organizationId === "" || OWN_REDACTION.has(operation)) return args;
  const redactor = await loadRedactor(context, organizationId);
  return redactor ? redactOrRefuse(args, redactor.redactInput) : args;
};
