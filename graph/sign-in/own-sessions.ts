import { Arg, Ctx, Field, ID, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { deleteKeysOfUser } from "../../db/sign-in/named-keys.js";
import { findAccountByUserId } from "../../db/sign-in/accounts.js";
import {
  deleteSession,
  deleteSessions,
  listSessions,
  type SessionRow,
} from "../../db/sign-in/sessions.js";
import { buildEmailKey } from "../../db/people/users.js";
import { forPeople } from "../access/access.js";
import { changePassword, isAdminUnchanged } from "./admins.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { invalidField, notFound } from "../core/errors.js";
import { mutate } from "../context/mutate.js";
import { issueDeviceToken } from "./devices.js";
import { requireCurrentPassword } from "./current-password.js";
import { validatePassword, hashPassword } from "./passwords.js";
import { DateTime } from "../arguments/scalars.js";
import { buildSessionLimits, requireSession } from "./sessions.js";

@ObjectType({ simpleResolvers: true, description: "An admin's session in one browser." })
export class Session {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: "The IP address that signed in; null if unknown.",
  })
  ipAddress!: string | null;

  @Field(() => String, { description: "The browser's User-Agent header, at most 256 characters." })
  userAgent!: string;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime, { description: "When the session was last used, to the minute." })
  lastUsedAt!: number;

  @Field(() => DateTime)
  expiresAt!: number;

  @Field(() => Boolean, { description: "Whether this request uses this session." })
  current!: boolean;
}

@Resolver()
export class OwnSessionResolver {
  @forPeople()
  @Query(() => [Session], {
    description: "The admin's sessions, last used first. (internal; sessions only)",
  })
  async sessions(@Ctx() context: Context): Promise<Session[]> {
    const { sessionId, userId } = requireSession(context);
    const { db, organizationId, readAt } = context;
    const rows = await listSessions(db, organizationId, userId, buildSessionLimits(readAt));
    return rows.map((row: SessionRow) => ({ ...row, current: row.id === sessionId }));
  }

  @forPeople()
  @Mutation(() => Boolean, {
    description: "Ends this session, or all of the user's sessions and keys.",
  })
  async signOut(
    @Arg("everywhere", () => Boolean, { defaultValue: false }) everywhere: boolean,
    @Ctx() context: Context,
  ): Promise<boolean> {
    const { sessionId, userId, browser } = requireSession(context);
    const { organizationId } = context;
    await mutate(context, async (trx) => {
      if (everywhere) {
        await deleteSessions(trx, organizationId, userId);
        await deleteKeysOfUser(trx, organizationId, userId);
      } else await deleteSession(trx, organizationId, userId, sessionId);
      await audit(trx, context, {
        action: "session.ended",
        ...(!everywhere && { subject: sessionId }),
      });
    });
    browser.clearToken();
    return true;
  }

  @forPeople()
  @Mutation(() => Boolean, { description: "Ends one of the admin's sessions." })
  async endSession(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    const { sessionId, userId, browser } = requireSession(context);
    await mutate(context, async (trx) => {
      if (!(await deleteSession(trx, context.organizationId, userId, id))) throw notFound();
      await audit(trx, context, { action: "session.ended", subject: id });
    });
    if (id === sessionId) browser.clearToken();
    return true;
  }

  @forPeople()
  @Mutation(() => Boolean, {
    description: "Changes the admin's password and ends all other sessions.",
  })
  async changePassword(
    @Arg("current", () => String) current: string,
    @Arg("new", () => String) newPassword: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    const { sessionId, userId, browser } = requireSession(context);
    const { db, organizationId } = context;
    const admin = await findAccountByUserId(db, organizationId, userId);
    if (!admin) throw notFound();
    validatePassword(newPassword, admin.email, "new");
    const account = buildEmailKey(admin.email);
    await requireCurrentPassword(browser, admin, { sessionId, sent: current, field: "current" });
    const newHash = await hashPassword(newPassword, context.randomBytes);
    await mutate(context, async (trx) => {
      if (!(await isAdminUnchanged(trx, admin)))
        throw invalidField("current", "is not the current password");
      await changePassword(trx, context, admin, newHash, sessionId);
      await audit(trx, context, { action: "admin.password_changed", subject: admin.email });
    });
    browser.storeDeviceToken(account, issueDeviceToken(context, { ...admin, password: newHash }));
    return true;
  }
}
