import { describeProcessing, resolveProcessing } from "../../analyzer/processing.js";
import type { CheckInput } from "./check.js";
import { schemaCheck } from "./schema.js";

/**
 * Describes, in lines of text, how an incoming call is processed. Returns no lines unless the checks have shown that
 * the database has every migration.
 */
export const describeCalls = async (
  { db, config }: Pick<CheckInput, "db" | "config">,
  results: readonly { name: string; problems: readonly unknown[] }[],
): Promise<string[]> => {
  const schema = results.find(({ name }) => name === schemaCheck.name);
  if (schema?.problems.length !== 0) return [];
  const processing = await resolveProcessing(db, config);
  return [describeProcessing(processing), ...processing.notes];
};
