import { among } from "./among.js";
import type { Db } from "./connect.js";
import { insertAll } from "./insert.js";

/** Gives each key, none of which has one yet, a number of its own, and returns them. */
export const numberNames = async (
  trx: Db,
  organizationId: string,
  keys: readonly string[],
): Promise<Map<string, number>> => {
  const last: { number: number } | undefined = await trx("stat_names")
    .where("organization_id", organizationId)
    .orderBy("number", "desc")
    .first("number");
  const free = last ? last.number + 1 : 0;
  const numbers = new Map(keys.map((key, index) => [key, free + index]));
  await insertAll(
    trx,
    "stat_names",
    [...numbers].map(([name_key, number]) => ({
      organization_id: organizationId,
      name_key,
      number,
    })),
  );
  return numbers;
};

/** Forgets those of the names that no recording and no template has any more. */
export const dropNames = async (
  trx: Db,
  organizationId: string,
  numbers: readonly number[],
): Promise<void> => {
  const of = (table: string, key: string) =>
    trx(table)
      .whereRaw(`${table}.organization_id = stat_names.organization_id`)
      .whereRaw(`${table}.${key} = stat_names.name_key`)
      .select(trx.raw("1"));
  await trx("stat_names")
    .where("organization_id", organizationId)
    .where(among(trx, "number", numbers))
    .whereNotExists(of("recording_tags", "tag_key"))
    .whereNotExists(of("template_questions", "id"))
    .delete();
};
