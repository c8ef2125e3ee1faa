import { Field, ObjectType } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import { type LinkPurpose, upsertAccountLink } from "../../db/sign-in/account-links.js";
import type { Services } from "../context/context.js";
import { hashSecret } from "../access/credentials.js";
import { DateTime } from "../arguments/scalars.js";
import { generateToken } from "./sessions.js";
import { SIGN_IN_LIMITS } from "./sign-in-limits.js";

@ObjectType({
  simpleResolvers: true,
  description: "A link by which a user sets a password, once. Shown once; only its hash is kept.",
})
export class AccountLink {
  @Field(() => String, {
    description: "Give it to the user only: anyone with it can set the password.",
  })
  url!: string;

  @Field(() => DateTime)
  expiresAt!: number;

  @Field(() => Boolean, { description: "Whether it was sent to the user by e-mail." })
  isSent!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Why no e-mail was sent; null if it was sent.",
  })
  mailProblem!: string | null;
}

export interface IssuedLink {
  url: string;
  expiresAt: number;
}

/**
 * Issues a link by which the user sets a password and signs in. Replaces the previous link of the same purpose. The
 * token is the URL's fragment, which browsers don't send, so no proxy logs it.
 */
export const issueAccountLink = async (
  trx: Db,
  { now, publicUrl, randomBytes }: Pick<Services, "now" | "publicUrl" | "randomBytes">,
  organizationId: string,
  { userId, purpose }: { userId: string; purpose: LinkPurpose },
): Promise<IssuedLink> => {
  const token = generateToken(randomBytes);
  const expiresAt = now() + SIGN_IN_LIMITS.linkMs[purpose];
  await upsertAccountLink(trx, organizationId, {
    userId,
    purpose,
    hash: hashSecret(token),
    expiresAt,
  });
  return { url: `${publicUrl}/join#${token}`, expiresAt };
};
