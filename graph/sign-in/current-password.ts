import type { AccountRow } from "../../db/sign-in/accounts.js";
import { buildEmailKey } from "../../db/people/users.js";
import type { Browser } from "../core/ports.js";
import { invalidField } from "../core/errors.js";
import { verifyPassword } from "./passwords.js";

/** Verifies the password of a signed-in person, with the limits of a sign-in. `field`: the argument. @throws INVALID_FIELD, RATE_LIMITED */
export const requireCurrentPassword = async (
  browser: Browser,
  { email, password }: Pick<AccountRow, "email" | "password">,
  { sessionId, sent, field }: { sessionId: string; sent: string; field: string },
): Promise<void> => {
  // The session is a known device: failures elsewhere must not lock its user out.
  const isCorrect = await browser.attemptPassword(
    { account: buildEmailKey(email), deviceId: sessionId },
    (caller) => verifyPassword(sent, password ?? undefined, caller),
  );
  if (!isCorrect) throw invalidField(field, "is not the current password");
};
