import type { Context } from "../context/context.js";
import { invalidField, missingField } from "../core/errors.js";
import type { CallInput } from "./call-input.js";

/** How the ids of calls begin that people upload, so that no one changes the call of a phone system. */
const ID_PREFIX = "console/";

/** What reps and managers send with a file. */
const PERSONS_FIELDS: ReadonlySet<keyof CallInput> = new Set([
  "callId",
  "userEmail",
  "startedAt",
  "name",
  // Set by the server.
  "source",
]);

/**
 * Validates the fields of a call that a rep or a manager sends. With more than a file, a rep could write what was said,
 * take another rep's appointment or client, count a call in another time, or have a file fetched with the logins of the
 * organization. @throws INVALID_FIELD
 */
export const validatePersonsFields = (
  { role }: Pick<Context, "role">,
  input: Partial<CallInput>,
): void => {
  if (role !== "member") return;
  for (const [field, value] of Object.entries(input))
    if (value !== undefined && value !== null && !PERSONS_FIELDS.has(field as keyof CallInput))
      throw invalidField(field, "can be sent by programs and admins only");
  if (!input.callId?.startsWith(ID_PREFIX))
    throw invalidField("callId", `must begin with ${ID_PREFIX}`);
};

/** Validates the call that a rep or a manager sends. @throws MISSING_REQUIRED_FIELD, INVALID_FIELD */
export const validatePersonsCall = (
  context: Pick<Context, "role" | "upload">,
  input: CallInput,
): void => {
  if (context.role === "member" && !context.upload) throw missingField("file");
  validatePersonsFields(context, input);
};
