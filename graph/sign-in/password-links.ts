import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { write } from "../../db/engine/write.js";
import { findOrganizationById } from "../../db/organizations/organization.js";
import { buildEmailKey } from "../../db/people/users.js";
import {
  consumeAccountLink,
  deleteAccountLinks,
  findAccountIdByLink,
} from "../../db/sign-in/account-links.js";
import {
  type AccountRow,
  findAccountByEmail,
  findAccountByUserId,
} from "../../db/sign-in/accounts.js";
import { forVisitor } from "../access/access.js";
import { writeAuditEntry } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { hashSecret } from "../access/credentials.js";
import { Failure } from "../core/errors.js";
import type { MailPort } from "../core/ports.js";
import { Viewer } from "../organizations/organization.js";
import { issueAccountLink } from "./account-links.js";
import { buildResetMail } from "../mails/account-mails.js";
import { changePassword } from "./admins.js";
import { issueDeviceToken } from "./devices.js";
import { hashPassword, validatePassword } from "./passwords.js";
import { openSession } from "./sessions.js";
import { loadViewer, requireBrowser } from "./sign-in.js";

const invalidLink = (): Failure =>
  new Failure(
    "UNAUTHENTICATED",
    "The link was used, expired or replaced; ask an admin for another",
  );

/** Mails a link to a new password, if a user with this e-mail has a password. */
const mailResetLink = async (
  context: Context,
  mailer: MailPort,
  email: string,
  ipAddress: string | null,
): Promise<void> => {
  const { db } = context;
  const account = await findAccountByEmail(db, email);
  // An invited user keeps the invitation: a stranger's request must not replace it.
  if (!account?.active || account.password === null) return;
  const { organizationId, userId } = account;
  const actor = { kind: "visitor", userId: null, ipAddress } as const;
  await mailer.send(organizationId, account.email, async () => {
    const link = await write(db, organizationId, async (trx) => {
      const issued = await issueAccountLink(trx, context, organizationId, {
        userId,
        purpose: "requested_reset",
      });
      await writeAuditEntry(trx, context, organizationId, actor, {
        action: "account.password_link_requested",
        subject: account.email,
      });
      return issued;
    });
    const { name } = (await findOrganizationById(db, organizationId))!;
    return buildResetMail({ organization: name, ...link });
  });
};

@Resolver()
export class PasswordLinkResolver {
  @forVisitor()
  @Mutation(() => Viewer, {
    description:
      "Redeems the link of an invitation or a reset: sets the password, once, and signs in.",
  })
  async redeemAccountLink(
    @Arg("token", () => String) token: string,
    @Arg("password", () => String) password: string,
    @Ctx() context: Context,
  ): Promise<Viewer> {
    const browser = requireBrowser(context);
    const { db } = context;
    const linkHash = hashSecret(token);
    const ids = await findAccountIdByLink(db, linkHash, context.now());
    const account = ids && (await findAccountByUserId(db, ids.organizationId, ids.userId));
    if (!account?.active) throw invalidLink();
    const { organizationId, userId, email } = account;
    validatePassword(password, email, "password");
    const passwordHash = await hashPassword(password, context.randomBytes);
    const redeemed = await write(db, organizationId, async (trx) => {
      if (!(await consumeAccountLink(trx, organizationId, linkHash, context.now())))
        throw invalidLink();
      // The role may have changed since; a deleted account or an inactive user has no links.
      const current: AccountRow = {
        ...(await findAccountByUserId(trx, organizationId, userId))!,
        password: passwordHash,
      };
      await deleteAccountLinks(trx, organizationId, userId);
      await changePassword(trx, context, current, passwordHash);
      const actor = { kind: "password_link", userId, ipAddress: browser.ipAddress } as const;
      await writeAuditEntry(trx, context, organizationId, actor, {
        action: "account.password_set",
        subject: email,
      });
      return { ...(await openSession(trx, context, current, browser, "link")), account: current };
    });
    browser.storeToken(redeemed.token, redeemed.expiresAt);
    browser.storeDeviceToken(buildEmailKey(email), issueDeviceToken(context, redeemed.account));
    return loadViewer(context, redeemed.account);
  }

  @forVisitor()
  @Mutation(() => Boolean, {
    description:
      "Mails a link to a new password, for an hour, if a user with this e-mail can sign in. The answer is the same for every e-mail.",
  })
  async requestPasswordReset(
    @Arg("email", () => String) email: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    const browser = requireBrowser(context);
    const { mailer } = context;
    if (!mailer)
      throw new Failure("FORBIDDEN", "This server sends no e-mail; an admin can create a link");
    await browser.countResetRequest();
    // The caller doesn't wait: the time it takes would show whether such a user exists.
    mailer.runInBackground(() => mailResetLink(context, mailer, email, browser.ipAddress));
    return true;
  }
}
