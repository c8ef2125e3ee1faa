import { Field, InputType } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import type { Context } from "../context/context.js";
import { NotNull } from "../arguments/constraints.js";
import { Failure, missingField } from "../core/errors.js";
import { Limit } from "../arguments/limits.js";
import { changeUserWithin } from "./change-user.js";
import { MAX_NUMBERS } from "./numbers.js";

@InputType({ description: "The rep of a pushed call, who is created or changed with it." })
export class PushedUserInput {
  @NotNull()
  @Field(() => String, { nullable: true, description: "Default for a new user: the e-mail." })
  name?: string | null;

  @NotNull()
  @Field(() => String, { nullable: true, description: "A label. It grants nothing." })
  role?: string | null;

  @Limit({ maxItems: MAX_NUMBERS })
  @Field(() => [String], { nullable: true, description: "Replaces the user's phone numbers." })
  phones?: string[] | null;

  @Limit({ maxItems: MAX_NUMBERS })
  @Field(() => [String], { nullable: true, description: "Replaces the user's extensions." })
  extensions?: string[] | null;
}

/** Returns whether the caller may change users while it pushes a call. A replayed call has its own caller. */
const mayChangeUsers = ({ keyScopes, role, inboundRequest }: Context): boolean =>
  keyScopes ? keyScopes.has("people") : role === "internal" && !inboundRequest;

/**
 * Creates or changes the rep of a pushed call. An inactive user stays inactive, which refuses the call.
 * @throws FORBIDDEN unless the caller may change users; MISSING_REQUIRED_FIELD without the e-mail; INVALID_FIELD
 */
export const upsertPushedUser = async (
  trx: Db,
  context: Context,
  { userEmail, upsertUser }: { userEmail?: string | null; upsertUser: PushedUserInput },
): Promise<void> => {
  if (!mayChangeUsers(context))
    throw new Failure(
      "FORBIDDEN",
      "Creating a user with a call requires a named key with the scope people",
    );
  if (typeof userEmail !== "string") throw missingField("userEmail");
  const change = { ...upsertUser, email: userEmail };
  try {
    await changeUserWithin(trx, context, change, (existing) => existing);
  } catch (error) {
    if (!(error instanceof Failure) || error.field === undefined) throw error;
    throw error.withField(`upsertUser.${error.field}`);
  }
};
