import type { Knex } from "knex";
import { insertAccount } from "../../db/sign-in/accounts.js";
import { write } from "../../db/engine/write.js";
import { findUserByEmail } from "../../db/people/users.js";
import { createAdmin } from "../../graph/sign-in/admins.js";
import type { Services } from "../../graph/context/context.js";
import { hashPassword } from "../../graph/sign-in/passwords.js";
import { people, type Person } from "./people.js";

const PASSWORD_BYTES = 12;
const ROLES = ["admin", "manager", "rep"] as const;

export interface SignIn {
  role: Person["role"];
  email: string;
  password: string;
}

/** Lets the story's first admin, manager and rep sign in, with random passwords for this demo. */
export const createSignIns = async (
  services: Services & { db: Knex },
  organizationId: string,
): Promise<SignIn[]> => {
  const signIns = ROLES.map((role): SignIn => {
    const { email } = people.find((person) => person.role === role)!;
    return { role, email, password: services.randomBytes(PASSWORD_BYTES).toString("base64url") };
  });
  const hashed = await Promise.all(
    signIns.map(async ({ role, email, password }) => {
      return { role, email, password: await hashPassword(password, services.randomBytes) };
    }),
  );
  await write(services.db, organizationId, async (trx) => {
    for (const { role, email, password } of hashed) {
      if (role === "admin") {
        await createAdmin(trx, services, organizationId, { email, password });
        continue;
      }
      const { id: userId } = (await findUserByEmail(trx, organizationId, email))!;
      const account = { userId, email, role, password, now: services.now() };
      await insertAccount(trx, organizationId, account);
    }
  });
  return signIns;
};
