import type { Context } from "../core/context.js";
import { redactInput } from "./redact-values.js";
import { loadRedactor } from "./redactor.js";

/** Operations that redact their input themselves, or that set what is redacted. */
const OWN_REDACTION: ReadonlySet<string> = new Set([
  "setRedaction",
  "ingestCall",
  "ingestDialerCall",
  "completeAnalysis",
]);

/** Returns the arguments of a change as they may be stored. */
export const redactArguments = async (
  operation: string,
  args: Record<string, unknown>,
  { db, organizationId }: Context,
): Promise<Record<string, unknown>> => {
  if (organizationId === "" || OWN_REDACTION.has(operation)) return args;
  const redactor = await loadRedactor(db, organizationId);
  return redactor ? redactInput(redactor, args) : args;
};
