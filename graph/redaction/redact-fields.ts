import type { Services } from "../core/context.js";
import { isIdentifier, redactJson, redactText } from "./redact-values.js";
import { loadRedactor } from "./redactor.js";

/** Redacts fields whose values are texts or JSON, such as those of a form. `known`: names of fields that may be ids. */
export const redactFields = async <T>(
  { db }: Pick<Services, "db">,
  organizationId: string,
  fields: Record<string, T>,
  known: ReadonlySet<string>,
): Promise<Record<string, T>> => {
  const redactor = await loadRedactor(db, organizationId);
  if (!redactor) return fields;
  const redacted = Object.entries(fields).map(async ([name, value]): Promise<[string, T]> => [
    await redactText(redactor, name),
    known.has(name) && isIdentifier(name)
      ? value
      : ((await redactJson(redactor, value, name)) as T),
  ]);
  return Object.fromEntries(await Promise.all(redacted));
};
