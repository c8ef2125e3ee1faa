import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { type AccountRow, findAccountByEmail, updateAccount } from "../../db/sign-in/accounts.js";
import { findOrganizationById } from "../../db/organizations/organization.js";
import { findOrganizationBySetupLink, consumeSetupLink } from "../../db/sign-in/setup-links.js";
import { buildEmailKey, findUserById } from "../../db/people/users.js";
import { write } from "../../db/engine/write.js";
import { forVisitor } from "../access/access.js";
import { validateAdmin, createAdmin, isAdminUnchanged } from "./admins.js";
import { writeAuditEntry, auditFailedSignIn } from "../access/audit.js";
import type { Context } from "../context/context.js";
import type { Browser } from "../core/ports.js";
import { hashSecret } from "../access/credentials.js";
import { Failure } from "../core/errors.js";
import { Viewer } from "../organizations/organization.js";
import { findDeviceId, issueDeviceToken } from "./devices.js";
import { hashPassword, isOutdatedHash, verifyPassword } from "./passwords.js";
import { openSession } from "./sessions.js";

const invalidSignIn = (): Failure => new Failure("UNAUTHENTICATED", "Wrong e-mail or password");

const invalidSetupLink = (): Failure =>
  new Failure(
    "UNAUTHENTICATED",
    "The set-up link was used, expired or replaced; create another with: debrief admin setup-link",
  );

/** @throws FORBIDDEN unless the caller is the console's page */
export const requireBrowser = ({ browser }: Context): Browser => {
  if (!browser) throw new Failure("FORBIDDEN", "Signing in requires a browser");
  return browser;
};

export const loadViewer = async (
  { db }: Context,
  { organizationId, userId, role }: Pick<AccountRow, "organizationId" | "userId" | "role">,
): Promise<Viewer> => ({
  role: role === "admin" ? "internal" : "member",
  isManager: role === "manager",
  organization: (await findOrganizationById(db, organizationId)) ?? null,
  user: (await findUserById(db, organizationId, userId)) ?? null,
});

@Resolver()
export class SignInResolver {
  @forVisitor()
  @Mutation(() => Viewer, {
    description:
      "Opens an admin's session and sets its cookie. Accepted from the console's own page only.",
  })
  async signIn(
    @Arg("email", () => String) email: string,
    @Arg("password", () => String) password: string,
    @Ctx() context: Context,
  ): Promise<Viewer> {
    const browser = requireBrowser(context);
    const { db } = context;
    const admin = await findAccountByEmail(db, email);
    const account = buildEmailKey(email);
    const deviceToken = browser.readDeviceToken(account);
    const deviceId = admin && deviceToken && findDeviceId(context, admin, deviceToken);
    const isCorrect = await browser.attemptPassword(
      { account, deviceId },
      async (caller) =>
        (await verifyPassword(password, admin?.password ?? undefined, caller)) &&
        admin?.active === 1,
    );
    if (!admin?.password || !isCorrect) {
      if (admin) auditFailedSignIn(context, admin, browser.ipAddress);
      throw invalidSignIn();
    }
    const newHash = isOutdatedHash(admin.password)
      ? await hashPassword(password, context.randomBytes)
      : undefined;
    const { token, expiresAt } = await write(db, admin.organizationId, async (trx) => {
      // The password may have changed, or the user become inactive, since the check.
      if (!(await isAdminUnchanged(trx, admin))) throw invalidSignIn();
      const { organizationId, userId } = admin;
      if (newHash !== undefined)
        await updateAccount(trx, organizationId, {
          userId,
          password: newHash,
          now: context.now(),
        });
      return openSession(trx, context, admin, browser, "password");
    });
    browser.storeToken(token, expiresAt);
    const signedIn = { ...admin, password: newHash ?? admin.password };
    browser.storeDeviceToken(account, issueDeviceToken(context, signedIn));
    return loadViewer(context, admin);
  }

  @forVisitor()
  @Mutation(() => Viewer, {
    description: "Redeems a set-up link: creates an admin, once, and signs in.",
  })
  async redeemSetupLink(
    @Arg("token", () => String) token: string,
    @Arg("name", () => String) name: string,
    @Arg("email", () => String) email: string,
    @Arg("password", () => String) password: string,
    @Ctx() context: Context,
  ): Promise<Viewer> {
    const browser = requireBrowser(context);
    const { db } = context;
    const tokenHash = hashSecret(token);
    const organizationId = await findOrganizationBySetupLink(db, tokenHash, context.now());
    if (organizationId === undefined) throw invalidSetupLink();
    validateAdmin({ email, name, password });
    const passwordHash = await hashPassword(password, context.randomBytes);
    const created = await write(db, organizationId, async (trx) => {
      if (!(await consumeSetupLink(trx, organizationId, tokenHash, context.now())))
        throw invalidSetupLink();
      const user = await createAdmin(trx, context, organizationId, {
        email,
        name,
        password: passwordHash,
      });
      await writeAuditEntry(trx, context, organizationId, context.actor(), {
        action: "admin.created",
        subject: user.email,
      });
      const account = { organizationId, userId: user.id, role: "admin" } as const;
      return { ...(await openSession(trx, context, account, browser, "link")), account };
    });
    browser.storeToken(created.token, created.expiresAt);
    browser.storeDeviceToken(
      buildEmailKey(email),
      issueDeviceToken(context, { ...created.account, password: passwordHash }),
    );
    return loadViewer(context, created.account);
  }
}
