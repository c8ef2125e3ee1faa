import type { Db } from "../engine/connect.js";
import { inList, type IdBatch } from "../engine/in-list.js";
import { prepareQuery } from "../engine/prepared.js";

/** A phone in E.164, or an extension of the organization's phone system. */
export type NumberKind = "phone" | "extension";

export interface UserNumberRow {
  userId: string;
  kind: NumberKind;
  number: string;
}

const columns = { userId: "user_id", kind: "kind", number: "number" };

const byUserIds = prepareQuery<IdBatch, UserNumberRow>((db, { organizationId, ids }) =>
  db("user_numbers")
    .select(columns)
    .where("organization_id", organizationId)
    .where(inList(db, "user_id", ids)),
);

/** Loads the numbers of users, in any order. */
export const loadUserNumbers = async (
  db: Db,
  organizationId: string,
  userIds: readonly string[],
): Promise<UserNumberRow[]> => byUserIds(db, { organizationId, ids: userIds });

const byNumber = prepareQuery<
  { organizationId: string; kind: NumberKind; number: string },
  UserNumberRow
>((db, { organizationId, kind, number }) =>
  db("user_numbers")
    .select(columns)
    .where({ organization_id: organizationId, kind, number })
    .first(),
);

/** Returns the id of the user who has the number. */
export const findUserIdByNumber = async (
  db: Db,
  organizationId: string,
  kind: NumberKind,
  number: string,
): Promise<string | undefined> => (await byNumber(db, { organizationId, kind, number }))[0]?.userId;

/** Loads those of the numbers that active users have, in any order. */
export const loadActiveNumbers = async (
  db: Db,
  organizationId: string,
  numbers: readonly string[],
): Promise<Pick<UserNumberRow, "kind" | "number">[]> =>
  db("user_numbers AS n")
    .join("users AS u", (on) => {
      on.on("u.organization_id", "n.organization_id").on("u.id", "n.user_id");
    })
    .select({ kind: "n.kind", number: "n.number" })
    .where({ "n.organization_id": organizationId, "u.active": 1 })
    // The index begins with the kind.
    .where(inList(db, "n.kind", ["phone", "extension"] satisfies NumberKind[]))
    .where(inList(db, "n.number", numbers));

/** Replaces the user's numbers of a kind. No other user may have one of them. */
export const replaceUserNumbers = async (
  trx: Db,
  organizationId: string,
  { userId, kind }: Pick<UserNumberRow, "userId" | "kind">,
  numbers: readonly string[],
): Promise<void> => {
  await trx("user_numbers")
    .where({ organization_id: organizationId, user_id: userId, kind })
    .delete();
  if (numbers.length > 0)
    await trx("user_numbers").insert(
      numbers.map((number) => ({
        organization_id: organizationId,
        user_id: userId,
        kind,
        number,
      })),
    );
};
