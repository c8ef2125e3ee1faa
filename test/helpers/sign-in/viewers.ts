import { write } from "../../../db/engine/write.js";
import type { AccountRole } from "../../../db/sign-in/account-roles.js";
import { insertAccount } from "../../../db/sign-in/accounts.js";
import { findUserByEmail } from "../../../db/people/users.js";
import { hashPassword } from "../../../graph/sign-in/passwords.js";
import { type ConsoleSession, createConsoleSession, PASSWORD } from "./console-session.js";
import type { SharedServer, Tenant } from "../server.js";

/** Lets a user sign in with a role, and signs in. */
export const signInAs = async (
  server: SharedServer,
  org: Tenant,
  email: string,
  role: AccountRole,
): Promise<ConsoleSession> => {
  const { db, now, randomBytes } = server.services;
  const user = (await findUserByEmail(db, org.id, email))!;
  const password = await hashPassword(PASSWORD, randomBytes);
  const isInserted = await write(db, org.id, (trx) =>
    insertAccount(trx, org.id, { userId: user.id, email, role, password, now: now() }),
  );
  if (!isInserted) throw new Error(`${email} can sign in to another organization`);
  const page = createConsoleSession(server);
  const answer = await page.signIn(email);
  if (answer.status !== 200) throw new Error(answer.text);
  return page;
};
