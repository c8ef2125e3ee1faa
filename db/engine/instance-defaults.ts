import type { Db } from "./connect.js";

/** Loads this database's default for a setting; undefined if the program's default applies. */
export const loadInstanceDefault = async (db: Db, setting: string): Promise<string | undefined> => {
  const row: { value: string } | undefined = await db("instance_defaults")
    .where({ setting })
    .first("value");
  return row?.value;
};

/** Stores this database's default for a setting. */
export const storeInstanceDefault = async (
  trx: Db,
  setting: string,
  value: string,
): Promise<void> => {
  await trx("instance_defaults").insert({ setting, value }).onConflict("setting").merge(["value"]);
};
