import type { Db } from "./connect.js";

/** Loads the default that this database has for a setting; undefined if it is the program's. */
export const loadInstanceDefault = async (db: Db, setting: string): Promise<string | undefined> => {
  const row: { value: string } | undefined = await db("instance_defaults")
    .where({ setting })
    .first("value");
  return row?.value;
};
