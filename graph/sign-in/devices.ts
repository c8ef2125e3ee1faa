import { hash } from "node:crypto";
import type { AccountRow } from "../../db/sign-in/accounts.js";
import type { Context } from "../context/context.js";
import { generateToken } from "./sessions.js";

const MAX_DEVICE_MS = 365 * 24 * 60 * 60_000;
const PURPOSE = "device";

type Account = Pick<AccountRow, "organizationId" | "userId" | "password">;

/** A changed password makes all earlier tokens of the account invalid. */
const describeAccount = ({ organizationId, userId, password }: Account): string =>
  hash("sha256", JSON.stringify([PURPOSE, organizationId, userId, password]));

/**
 * Issues the token of a device on which the admin has signed in. Failed sign-ins elsewhere can't lock this device out.
 * The token grants nothing else: it is sealed, and needs no row.
 */
export const issueDeviceToken = (
  { vault, now, randomBytes }: Pick<Context, "vault" | "now" | "randomBytes">,
  account: Account,
): { token: string; expiresAt: number } => {
  const expiresAt = now() + MAX_DEVICE_MS;
  const id = generateToken(randomBytes);
  const token = vault.seal(JSON.stringify([describeAccount(account), id, expiresAt]));
  return { token, expiresAt };
};

/** Returns the id of the device whose token belongs to the account; undefined for any other text. */
export const findDeviceId = (
  { vault, now }: Pick<Context, "vault" | "now">,
  account: Account,
  token: string,
): string | undefined => {
  try {
    const [described, id, expiresAt] = JSON.parse(vault.open(token)) as [string, string, number];
    return described === describeAccount(account) && now() < expiresAt ? id : undefined;
  } catch {
    return undefined;
  }
};
