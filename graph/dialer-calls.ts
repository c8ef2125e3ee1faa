import type { GraphQLResolveInfo } from "graphql";
import { Arg, Ctx, Field, Info, Mutation, ObjectType, Resolver } from "type-graphql";
import { dialerSecret } from "../db/dialer-secrets.js";
import type { RecordingRow } from "../db/recordings.js";
import { forIntegration } from "./access.js";
import { PROCESSED, takeCall } from "./calls.js";
import type { Context } from "./context.js";
import { adapterOf } from "./dialers/index.js";
import type { Adapter } from "./dialers/adapter.js";
import { inNamesOf, understand } from "./dialers/understand.js";
import { Failure, invalidField } from "./errors.js";
import { logAlone } from "./inbound.js";
import { Recording } from "./recordings.js";
import { JsonScalar } from "./scalars.js";

@ObjectType({ simpleResolvers: true })
export class DialerCall {
  @Field(() => Recording, { nullable: true, description: "Null where there was nothing to take." })
  recording!: RecordingRow | null;

  @Field(() => String, { description: "Taken, or why there was nothing to take or to change." })
  message!: string;
}

/** @throws UNAUTHENTICATED where the organization has the phone system's secret, and the sender has not */
const checkSigned = async (
  { db, organizationId, vault, inbound }: Context,
  name: string,
  adapter: Adapter,
  payload: Record<string, unknown>,
): Promise<void> => {
  // Whoever does not come by the URL of a phone system has a key.
  if (!inbound) return;
  const row = await dialerSecret(db, organizationId, name);
  if (row && !adapter.isSigned(vault.open(row.secret), inbound.asked, payload))
    throw new Failure("UNAUTHENTICATED", `The signature of ${adapter.title} is missing or wrong`);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

@Resolver()
export class DialerCallResolver {
  @forIntegration()
  @Mutation(() => DialerCall, {
    description:
      "Takes a finished call as a phone system tells of it by its own webhook, and does what ingestCall does. What tells of no finished and recorded call is not taken, and no error.",
  })
  async takeDialerCall(
    @Arg("adapter", () => String, { description: "The phone system's name, as `dialers` has it." })
    name: string,
    @Arg("payload", () => JsonScalar, { description: "What it has sent." }) payload: unknown,
    @Arg("userEmail", () => String, {
      nullable: true,
      description: "Whose call it was, where the payload does not say so.",
    })
    userEmail: string | null | undefined,
    @Ctx() context: Context,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<DialerCall> {
    const { inbound, organizationId } = context;
    const adapter = adapterOf(name);
    if (!isObject(payload)) throw invalidField("payload", "must be an object");
    await checkSigned(context, name, adapter, payload);
    const sent = { prefix: `${name}:`, values: payload, userEmail: userEmail ?? undefined };
    const { input, nothing } = understand(schema, adapter, sent, (seen) => {
      if (inbound) Object.assign(inbound, seen);
    });
    if (!input) {
      const message = nothing!;
      if (inbound)
        await logAlone(context, organizationId, inbound, { outcome: "ignored", message });
      return { recording: null, message };
    }
    try {
      const recording = await takeCall(context, input);
      return { recording, message: recording.status === "processed" ? PROCESSED : "Taken" };
    } catch (error) {
      // Whose call it was is only now looked up.
      const by = input.userEmail === userEmail ? { userEmail } : {};
      throw error instanceof Failure ? inNamesOf(adapter.from, error, by) : error;
    }
  }
}
