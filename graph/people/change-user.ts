import type { Db } from "../../db/engine/connect.js";
import { deleteKeysOfUser } from "../../db/sign-in/named-keys.js";
import { loadUserNumbers, type NumberKind } from "../../db/people/user-numbers.js";
import { findUserByEmail, upsertUser, type UserRow } from "../../db/people/users.js";
import { canSeeOthers } from "../../db/sign-in/viewers.js";
import { deleteAccountLinks } from "../../db/sign-in/account-links.js";
import { deleteSessions } from "../../db/sign-in/sessions.js";
import { auditUpsert } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { Failure } from "../core/errors.js";
import { mutate } from "../context/mutate.js";
import { setUserNumbers } from "./numbers.js";
import { requireUser } from "./require-user.js";

/** Ends the sessions and keys of a user who has become inactive, and their links to set a password. */
const closeAccess = async (trx: Db, organizationId: string, userId: string): Promise<void> => {
  await deleteSessions(trx, organizationId, userId);
  await deleteKeysOfUser(trx, organizationId, userId);
  await deleteAccountLinks(trx, organizationId, userId);
};

/** Returns the fields whose changes the audit log lists. */
const loadAuditedFields = async (
  trx: Db,
  organizationId: string,
  { id, name, role, active }: UserRow,
) => {
  const numbers = await loadUserNumbers(trx, organizationId, [id]);
  const join = (kind: NumberKind): string =>
    numbers
      .flatMap((row) => (row.kind === kind ? row.number : []))
      .toSorted()
      .join(" ");
  return { name, role, active, phones: join("phone"), extensions: join("extension") };
};

/**
 * The new values of a user's fields. An absent field stays unchanged; null clears numbers, and leaves other fields
 * unchanged.
 */
export interface UserChange {
  email: string;
  name?: string | null | undefined;
  role?: string | null;
  active?: boolean | null;
  phones?: string[] | null;
  extensions?: string[] | null;
}

type ResolveUser = (existing: UserRow | undefined) => UserRow | undefined;

/** Changes a user as `changeUser` does, in the caller's transaction. The caller then calls `onNumbersChanged`. */
export const changeUserWithin = async (
  trx: Db,
  context: Context,
  change: UserChange,
  resolve: ResolveUser,
): Promise<UserRow> => {
  const { organizationId } = context;
  const existing = resolve(await findUserByEmail(trx, organizationId, change.email));
  if (existing && context.keyScopes && (await canSeeOthers(trx, organizationId, existing.id)))
    throw new Failure("FORBIDDEN", "The key may not change admins and managers");
  const loadFields = async (user: UserRow) => loadAuditedFields(trx, organizationId, user);
  const before = existing && (await loadFields(existing));
  await upsertUser(trx, organizationId, {
    id: context.newId(),
    email: change.email,
    name: change.name ?? existing?.name ?? change.email,
    role: change.role ?? existing?.role ?? "rep",
    active: change.active ?? (existing ? existing.active === 1 : true),
    now: context.now(),
  });
  const user = await requireUser(trx, organizationId, change.email, "email");
  await setUserNumbers(trx, organizationId, user.id, change);
  if (!user.active) await closeAccess(trx, organizationId, user.id);
  const after = await loadFields(user);
  await auditUpsert(trx, context, "user", { subject: user.email, before, after });
  return user;
};

/**
 * Creates or changes a user and applies the consequences. `resolve` receives the user with the e-mail, and returns it
 * or throws. A named key may not change people whose account sees more than their own calls.
 * @throws FORBIDDEN, INVALID_FIELD, errors from `resolve`
 */
export const changeUser = async (
  context: Context,
  change: UserChange,
  resolve: ResolveUser,
): Promise<UserRow> => {
  const changed = await mutate(context, async (trx) =>
    changeUserWithin(trx, context, change, resolve),
  );
  context.onNumbersChanged(context.organizationId);
  return changed;
};
