import { inList } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";
import { insertAll } from "../engine/insert-all.js";

/** Assigns a number to each of these new keys and returns the numbers by key. */
export const insertStatNames = async (
  trx: Db,
  organizationId: string,
  keys: readonly string[],
): Promise<Map<string, number>> => {
  const last: { number: number } | undefined = await trx("stat_names")
    .where("organization_id", organizationId)
    .orderBy("number", "desc")
    .first("number");
  const next = last ? last.number + 1 : 0;
  const numbers = new Map(keys.map((key, index) => [key, next + index]));
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

/** Deletes those of the names that no recording and no template uses. */
export const deleteUnusedStatNames = async (
  trx: Db,
  organizationId: string,
  numbers: readonly number[],
): Promise<void> => {
  const selectUses = (table: string, key: string) =>
    trx(table)
      .whereRaw(`${table}.organization_id = stat_names.organization_id`)
      .whereRaw(`${table}.${key} = stat_names.name_key`)
      .select(trx.raw("1"));
  await trx("stat_names")
    .where("organization_id", organizationId)
    .where(inList(trx, "number", numbers))
    .whereNotExists(selectUses("recording_tags", "tag_key"))
    .whereNotExists(selectUses("template_questions", "id"))
    .delete();
};
