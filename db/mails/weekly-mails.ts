import type { Db } from "../engine/connect.js";
import { write } from "../engine/write.js";
import type { AccountRole } from "../sign-in/account-roles.js";
import { findAccountByUserId } from "../sign-in/accounts.js";

/** How often a mail is tried that the mail server refuses. */
const MAX_ATTEMPTS = 5;

/**
 * What became of a user's mail of a week. A claimed mail is being sent, or its server was killed: it isn't sent again.
 * `nothing`: there was nothing to write. `unknown`: the mail server may have accepted it.
 */
export type WeeklyMailStatus = "claimed" | "accepted" | "nothing" | "refused" | "unknown";

/** A user who may get a mail about the week. */
export interface WeeklyRecipient {
  userId: string;
  email: string;
}

/** A user, and the Monday of the week that the mail is about, such as 2026-02-23. */
export interface WeeklyMailKey {
  userId: string;
  week: string;
}

/**
 * Lists the users without a mail about the week who want one: reps, and managers and admins who lead a team. Users who
 * can't sign in yet get none.
 */
export const listWeeklyRecipients = async (
  db: Db,
  organizationId: string,
  week: string,
): Promise<WeeklyRecipient[]> =>
  db("accounts as a")
    .join("users as u", (on) =>
      on.on("u.organization_id", "a.organization_id").andOn("u.id", "a.user_id"),
    )
    .leftJoin("weekly_mails as w", (on) =>
      on.on("w.organization_id", "a.organization_id").andOn("w.user_id", "a.user_id"),
    )
    .select({ userId: "a.user_id", email: "u.email" })
    .where({ "a.organization_id": organizationId, "a.weekly_mail": 1, "u.active": 1 })
    .whereRaw(
      "(w.week IS NULL OR w.week < ? OR (w.week = ? AND w.status = 'refused' AND w.attempts < ?))",
      [week, week, MAX_ATTEMPTS],
    )
    .whereRaw(
      `(a.password IS NOT NULL OR EXISTS (SELECT 1 FROM identities AS i
        WHERE i.organization_id = a.organization_id AND i.user_id = a.user_id))`,
    )
    .whereRaw(
      `(a.role = 'rep' OR EXISTS (SELECT 1 FROM team_leads AS l
        WHERE l.organization_id = a.organization_id AND l.user_id = a.user_id))`,
    )
    .orderBy("u.email");

/** Returns whether a user who can sign in wants the week's mail; undefined for a user who can't. */
export const wantsWeeklyMail = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<boolean | undefined> => {
  const row: { wanted: number } | undefined = await db("accounts")
    .where({ organization_id: organizationId, user_id: userId })
    .first({ wanted: "weekly_mail" });
  return row && row.wanted === 1;
};

/**
 * Claims a user's mail about the week before it is sent. Returns the user's role, which decides what the mail shows.
 * Undefined if the mail was claimed before, unless the mail server refused it, and if the user doesn't want it any more
 * or was deactivated. Weeks only go forward.
 */
export const claimWeeklyMail = async (
  db: Db,
  organizationId: string,
  { userId, week }: WeeklyMailKey,
  now: number,
): Promise<AccountRole | undefined> =>
  write(db, organizationId, async (trx) => {
    const own = { organization_id: organizationId, user_id: userId };
    const account = await findAccountByUserId(trx, organizationId, userId);
    if (account?.active !== 1) return undefined;
    if (!(await wantsWeeklyMail(trx, organizationId, userId))) return undefined;
    const earlier: { week: string; status: WeeklyMailStatus; attempts: number } | undefined =
      await trx("weekly_mails").where(own).first("week", "status", "attempts");
    const claim = { week, status: "claimed", attempts: 1, claimed_at: now };
    if (!earlier) {
      await trx("weekly_mails").insert({ ...own, ...claim });
      return account.role;
    }
    const isRetry = earlier.week === week && earlier.status === "refused";
    if (isRetry ? earlier.attempts >= MAX_ATTEMPTS : earlier.week >= week) return undefined;
    if (isRetry) claim.attempts = earlier.attempts + 1;
    await trx("weekly_mails").where(own).update(claim);
    return account.role;
  });

/** Records what became of a claimed mail. */
export const finishWeeklyMail = async (
  db: Db,
  organizationId: string,
  { userId, week }: WeeklyMailKey,
  status: WeeklyMailStatus,
): Promise<void> =>
  write(db, organizationId, async (trx) => {
    await trx("weekly_mails")
      .where({ organization_id: organizationId, user_id: userId, week, status: "claimed" })
      .update({ status });
  });

/** Takes back the claim of a mail that the mail server couldn't or wouldn't accept yet: it counts as no attempt. */
export const releaseWeeklyMail = async (
  db: Db,
  organizationId: string,
  { userId, week }: WeeklyMailKey,
): Promise<void> =>
  write(db, organizationId, async (trx) => {
    await trx("weekly_mails")
      .where({ organization_id: organizationId, user_id: userId, week, status: "claimed" })
      .update({ status: "refused", attempts: trx.raw("attempts - 1") });
  });

export const setWeeklyMailWanted = async (
  trx: Db,
  organizationId: string,
  userId: string,
  wanted: boolean,
): Promise<void> => {
  await trx("accounts")
    .where({ organization_id: organizationId, user_id: userId })
    .update({ weekly_mail: wanted ? 1 : 0 });
};
