import { Arg, Ctx, Field, ID, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { adminById } from "../db/admins.js";
import { deleteSession, deleteSessions, listSessions, type SessionRow } from "../db/sessions.js";
import { emailKey } from "../db/users.js";
import { forInternal } from "./access.js";
import { changePassword, sameAdmin } from "./admins.js";
import { audit } from "./auditing.js";
import type { Context } from "./context.js";
import { invalidField, notFound } from "./errors.js";
import { mutate } from "./mutate.js";
import { checkPassword, hashPassword, isPassword } from "./passwords.js";
import { DateTime } from "./scalars.js";
import { holding, sessionOf } from "./sessions.js";

@ObjectType({ simpleResolvers: true, description: "A browser in which an admin has signed in." })
export class Session {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true, description: "Where it was opened from." })
  address!: string | null;

  @Field(() => String, { description: "As the browser calls itself." })
  agent!: string;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime, { description: "To the minute." })
  lastUsedAt!: number;

  @Field(() => DateTime)
  expiresAt!: number;

  @Field(() => Boolean, { description: "Whether it is the one that asks." })
  current!: boolean;
}

@Resolver()
export class OwnSessionResolver {
  @forInternal()
  @Query(() => [Session], { description: "The admin's own, the last used first." })
  async sessions(@Ctx() context: Context): Promise<Session[]> {
    const { sessionId, userId } = sessionOf(context);
    const { db, organizationId, readAt } = context;
    const rows = await listSessions(db, organizationId, userId, holding(readAt));
    return rows.map((row: SessionRow) => ({ ...row, current: row.id === sessionId }));
  }

  @forInternal()
  @Mutation(() => Boolean, { description: "Ends this session, or all of the admin's." })
  async signOut(
    @Arg("everywhere", () => Boolean, { defaultValue: false }) everywhere: boolean,
    @Ctx() context: Context,
  ): Promise<boolean> {
    const { sessionId, userId, browser } = sessionOf(context);
    const { organizationId } = context;
    await mutate(context, async (trx) => {
      if (everywhere) await deleteSessions(trx, organizationId, userId);
      else await deleteSession(trx, organizationId, userId, sessionId);
      await audit(trx, context, {
        action: "session.ended",
        ...(!everywhere && { subject: sessionId }),
      });
    });
    browser.forget();
    return true;
  }

  @forInternal()
  @Mutation(() => Boolean, { description: "Ends one of the admin's sessions." })
  async endSession(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    const { sessionId, userId, browser } = sessionOf(context);
    await mutate(context, async (trx) => {
      if (!(await deleteSession(trx, context.organizationId, userId, id))) throw notFound();
      await audit(trx, context, { action: "session.ended", subject: id });
    });
    if (id === sessionId) browser.forget();
    return true;
  }

  @forInternal()
  @Mutation(() => Boolean, { description: "Ends all of the admin's other sessions." })
  async changePassword(
    @Arg("current", () => String) current: string,
    @Arg("new", () => String) next: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    const { sessionId, userId, browser } = sessionOf(context);
    const { db, organizationId } = context;
    const admin = await adminById(db, organizationId, userId);
    if (!admin) throw notFound();
    checkPassword(next, admin.email, "new");
    const isRight = await browser.attempt(emailKey(admin.email), () =>
      isPassword(current, admin.password),
    );
    if (!isRight) throw invalidField("current", "is not the password");
    const hashed = await hashPassword(next, context.randomBytes);
    await mutate(context, async (trx) => {
      if (!(await sameAdmin(trx, admin))) throw invalidField("current", "is not the password");
      await changePassword(trx, context, admin, hashed, sessionId);
      await audit(trx, context, { action: "admin.password_changed", subject: admin.email });
    });
    return true;
  }
}
