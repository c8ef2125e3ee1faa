import type { Knex } from "knex";
import { write } from "../../db/engine/write.js";
import { createAdmin } from "../../graph/sign-in/admins.js";
import type { Services } from "../../graph/context/context.js";
import { hashPassword } from "../../graph/sign-in/passwords.js";
import { people } from "./people.js";

const PASSWORD_BYTES = 12;

/** Creates the story's admin with a random password for this demo. */
export const createDemoAdmin = async (
  services: Services & { db: Knex },
  organizationId: string,
): Promise<{ email: string; password: string }> => {
  const { email } = people.find(({ role }) => role === "admin")!;
  const password = services.randomBytes(PASSWORD_BYTES).toString("base64url");
  const hash = await hashPassword(password, services.randomBytes);
  await write(services.db, organizationId, (trx) =>
    createAdmin(trx, services, organizationId, { email, password: hash }),
  );
  return { email, password };
};
