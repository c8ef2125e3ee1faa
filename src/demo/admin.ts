import type { Knex } from "knex";
import { write } from "../../db/write.js";
import { makeAdmin } from "../../graph/admins.js";
import type { Services } from "../../graph/context.js";
import { hashPassword } from "../../graph/passwords.js";
import { people } from "./people.js";

const PASSWORD_BYTES = 12;

/** Lets the admin of the story sign in to the console, with a password of this demo alone. */
export const letAdminIn = async (
  services: Services & { db: Knex },
  organizationId: string,
): Promise<{ email: string; password: string }> => {
  const { email } = people.find(({ role }) => role === "admin")!;
  const password = services.randomBytes(PASSWORD_BYTES).toString("base64url");
  const hash = await hashPassword(password, services.randomBytes);
  await write(services.db, organizationId, (trx) =>
    makeAdmin(trx, services, organizationId, { email, password: hash }),
  );
  return { email, password };
};
