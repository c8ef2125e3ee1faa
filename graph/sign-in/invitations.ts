import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import { findOrganizationById } from "../../db/organizations/organization.js";
import { findUserByEmail, upsertUser, type UserRow } from "../../db/people/users.js";
import type { AccountRole } from "../../db/sign-in/account-roles.js";
import { findAccountByUserId, insertAccount, updateAccount } from "../../db/sign-in/accounts.js";
import { forManagers } from "../access/access.js";
import { audit, auditUpsert } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { Limit } from "../arguments/limits.js";
import { conflict, invalidField } from "../core/errors.js";
import { mutate } from "../context/mutate.js";
import type { Mail } from "../core/ports.js";
import { requireUser, validateEmail } from "../people/require-user.js";
import { AccountLink, type IssuedLink, issueAccountLink } from "./account-links.js";
import {
  joinTeams,
  requireInvitableEmail,
  resolveInvitedTeams,
  validateManagersInvitation,
} from "./invited-reps.js";
import { buildInvitationMail, buildResetMail, type LinkMail } from "../mails/account-mails.js";
import { requireInvitedUser } from "./pending-invitations.js";
import { SignInRole } from "./sign-in-role.js";

const MAX_TEAMS = 100;

@InputType()
class InviteUserInput {
  @Field(() => String)
  email!: string;

  @Field(() => String, {
    nullable: true,
    description: "Default: the existing user's name, else the e-mail.",
  })
  name?: string | null;

  @Field(() => SignInRole, { description: "A manager may invite reps only." })
  role!: AccountRole;

  @Limit({ maxItems: MAX_TEAMS })
  @Field(() => [ID], {
    nullable: true,
    description:
      "Teams that the user also joins. Required for a manager, who may name only teams that they lead.",
  })
  teamIds?: string[] | null;
}

const NO_MAIL_SERVER = "this server sends no e-mail; see DEBRIEF_SMTP_URL";

/** Mails a link that was issued. A failed mail is no error: the caller has the link. */
const deliverLink = async (
  { db, mailer, organizationId }: Context,
  email: string,
  { url, expiresAt }: IssuedLink,
  buildMail: (mail: LinkMail) => Mail,
): Promise<AccountLink> => {
  const problem = mailer
    ? await mailer.send(organizationId, email, async () => {
        const { name } = (await findOrganizationById(db, organizationId))!;
        return buildMail({ organization: name, url, expiresAt });
      })
    : NO_MAIL_SERVER;
  return { url, expiresAt, isSent: problem === undefined, mailProblem: problem ?? null };
};

/** Creates the user, or changes the name if an admin gives one. @throws CONFLICT for an inactive user */
const prepareUser = async (
  trx: Db,
  context: Context,
  { email, name, role }: InviteUserInput,
): Promise<UserRow> => {
  const { organizationId } = context;
  const existing = await findUserByEmail(trx, organizationId, email);
  if (existing && !existing.active) throw conflict("belongs to an inactive user", "email");
  // A manager may not rename users.
  const newName = existing && context.role === "member" ? null : name;
  const after = { name: newName ?? existing?.name ?? email };
  if (!existing || existing.name !== after.name)
    await upsertUser(trx, organizationId, {
      id: context.newId(),
      email,
      ...after,
      role: existing?.role ?? role,
      active: true,
      now: context.now(),
    });
  const user = await requireUser(trx, organizationId, email, "email");
  const before = existing && { name: existing.name };
  await auditUpsert(trx, context, "user", { subject: user.email, before, after });
  return user;
};

/** Creates an account without a password for the user, or changes its role. @throws CONFLICT if it has a password */
const prepareAccount = async (
  trx: Db,
  context: Context,
  { id: userId, email }: UserRow,
  role: AccountRole,
): Promise<void> => {
  const { organizationId } = context;
  const now = context.now();
  const account = await findAccountByUserId(trx, organizationId, userId);
  if (account?.password)
    throw conflict("has a password already; create a password link instead", "email");
  if (account && account.role !== role) {
    await updateAccount(trx, organizationId, { userId, role, now });
    await audit(trx, context, { action: "account.role_changed", subject: email });
  }
  if (
    !account &&
    !(await insertAccount(trx, organizationId, { userId, email, role, password: null, now }))
  )
    throw conflict("can sign in already; an e-mail can belong to one account only", "email");
};

@Resolver()
export class InvitationResolver {
  @forManagers()
  @Mutation(() => AccountLink, {
    description:
      "Lets a user sign in: creates the user if needed, and a link to set the password, for 7 days. Inviting again replaces the link. A manager may invite only reps who aren't users yet, or who are in a team that they lead and can't sign in.",
  })
  async inviteUser(
    @Arg("input", () => InviteUserInput) input: InviteUserInput,
    @Ctx() context: Context,
  ): Promise<AccountLink> {
    validateEmail(input.email);
    if (input.name?.trim() === "") throw invalidField("name", "must not be empty");
    const isByManager = context.role === "member";
    if (isByManager) validateManagersInvitation(input);
    const { email, link } = await mutate(context, async (trx) => {
      // First, so that a manager who leads no team can't test which e-mails belong to users.
      const teamIds = await resolveInvitedTeams(trx, context, input.teamIds ?? []);
      if (isByManager) await requireInvitableEmail(trx, context, input.email);
      const user = await prepareUser(trx, context, input);
      await prepareAccount(trx, context, user, input.role);
      await joinTeams(trx, context, user.id, teamIds);
      const issued = await issueAccountLink(trx, context, context.organizationId, {
        userId: user.id,
        purpose: "invitation",
      });
      await audit(trx, context, { action: "account.invited", subject: user.email });
      return { email: user.email, link: issued };
    });
    return deliverLink(context, email, link, buildInvitationMail);
  }

  @forManagers()
  @Mutation(() => AccountLink, {
    description:
      "Creates a link to a new password, for 24 hours; for a user who has none yet, another invitation. The present password stays until then. For a manager, only invited reps who have not signed in exist, in teams that they lead.",
  })
  async createPasswordLink(
    @Arg("email", () => String) email: string,
    @Ctx() context: Context,
  ): Promise<AccountLink> {
    const { organizationId } = context;
    const { user, link, isInvitation } = await mutate(context, async (trx) => {
      const user = await requireInvitedUser(trx, context, email);
      if (!user.active) throw conflict("belongs to an inactive user", "email");
      const account = await findAccountByUserId(trx, organizationId, user.id);
      if (!account) throw conflict("can't sign in yet; invite the user", "email");
      const isInvitation = account.password === null;
      const issued = await issueAccountLink(trx, context, organizationId, {
        userId: user.id,
        purpose: isInvitation ? "invitation" : "reset",
      });
      await audit(trx, context, {
        action: isInvitation ? "account.invited" : "account.password_link_created",
        subject: user.email,
      });
      return { user, link: issued, isInvitation };
    });
    return deliverLink(
      context,
      user.email,
      link,
      isInvitation ? buildInvitationMail : buildResetMail,
    );
  }
}
