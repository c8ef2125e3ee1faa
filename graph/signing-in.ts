import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { adminByEmail, setPassword } from "../db/admins.js";
import { organizationById } from "../db/organizations.js";
import { organizationBySetupLink, takeSetupLink } from "../db/setup-links.js";
import { emailKey, userById } from "../db/users.js";
import { write } from "../db/write.js";
import { forVisitor } from "./access.js";
import { checkAdmin, makeAdmin, sameAdmin } from "./admins.js";
import { note, noteFailedSignIn } from "./auditing.js";
import type { Browser, Context } from "./context.js";
import { digest } from "./credentials.js";
import { Failure } from "./errors.js";
import { Viewer } from "./organizations.js";
import { hashPassword, isOutdated, isPassword } from "./passwords.js";
import { openSession } from "./sessions.js";

const wrong = (): Failure => new Failure("UNAUTHENTICATED", "The e-mail or the password is wrong");

const ended = (): Failure =>
  new Failure(
    "UNAUTHENTICATED",
    "The set-up link is used, too old or replaced; another one is made by: debrief admin link",
  );

const browserOf = ({ browser }: Context): Browser => {
  if (!browser) throw new Failure("FORBIDDEN", "Only a browser signs in");
  return browser;
};

type Account = { organizationId: string; userId: string };

const viewerOf = async ({ db }: Context, { organizationId, userId }: Account): Promise<Viewer> => ({
  role: "internal",
  organization: (await organizationById(db, organizationId)) ?? null,
  user: (await userById(db, organizationId, userId)) ?? null,
});

@Resolver()
export class SigningInResolver {
  @forVisitor()
  @Mutation(() => Viewer, {
    description:
      "Opens a session of an admin, whose token is a cookie. From the console's own page only.",
  })
  async signIn(
    @Arg("email", () => String) email: string,
    @Arg("password", () => String) password: string,
    @Ctx() context: Context,
  ): Promise<Viewer> {
    const browser = browserOf(context);
    const { db } = context;
    const admin = await adminByEmail(db, email);
    const isRight = await browser.attempt(
      emailKey(email),
      async () => (await isPassword(password, admin?.password)) && admin?.active === 1,
    );
    if (!admin || !isRight) {
      if (admin) noteFailedSignIn(context, admin, browser.address);
      throw wrong();
    }
    const outdated = isOutdated(admin.password);
    const renewed = outdated ? await hashPassword(password, context.randomBytes) : undefined;
    const { token, expiresAt } = await write(db, admin.organizationId, async (trx) => {
      // The password may have been changed, or the user left, since they were looked at.
      if (!(await sameAdmin(trx, admin))) throw wrong();
      const { organizationId, userId } = admin;
      if (renewed !== undefined)
        await setPassword(trx, organizationId, { userId, password: renewed, now: context.now() });
      return openSession(trx, context, admin, browser);
    });
    browser.remember(token, expiresAt);
    return viewerOf(context, admin);
  }

  @forVisitor()
  @Mutation(() => Viewer, {
    description: "Makes an admin by a set-up link, once, and signs in.",
  })
  async setUp(
    @Arg("token", () => String) token: string,
    @Arg("name", () => String) name: string,
    @Arg("email", () => String) email: string,
    @Arg("password", () => String) password: string,
    @Ctx() context: Context,
  ): Promise<Viewer> {
    const browser = browserOf(context);
    const { db } = context;
    const hash = digest(token);
    const organizationId = await organizationBySetupLink(db, hash, context.now());
    if (organizationId === undefined) throw ended();
    checkAdmin({ email, name, password });
    const hashed = await hashPassword(password, context.randomBytes);
    const made = await write(db, organizationId, async (trx) => {
      if (!(await takeSetupLink(trx, organizationId, hash, context.now()))) throw ended();
      const user = await makeAdmin(trx, context, organizationId, { email, name, password: hashed });
      await note(trx, context, organizationId, context.actor(), {
        action: "admin.created",
        subject: user.email,
      });
      const account = { organizationId, userId: user.id };
      return { ...(await openSession(trx, context, account, browser)), account };
    });
    browser.remember(made.token, made.expiresAt);
    return viewerOf(context, made.account);
  }
}
