import type { GraphQLResolveInfo } from "graphql";
import { Arg, Ctx, Field, Info, Mutation, ObjectType, Resolver } from "type-graphql";
import { findDialerSecret } from "../../db/dialers/secrets.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { forIntegration } from "../access/access.js";
import { ALREADY_PROCESSED_MESSAGE, ingestCall } from "../calls/ingest.js";
import type { Context } from "../context/context.js";
import { Receipt } from "../access/receipts.js";
import { requireAdapter } from "./adapters/index.js";
import type { Adapter } from "./adapters/adapter.js";
import { withVendorFieldNames, parseCall } from "./parse-call.js";
import { Failure, invalidField } from "../core/errors.js";
import { logInboundSeparately } from "../calls/log.js";
import { Recording } from "../recordings/recording.js";
import { JsonScalar } from "../arguments/scalars.js";

@Receipt()
@ObjectType({ simpleResolvers: true })
export class DialerCallPayload {
  @Receipt()
  @Field(() => Recording, { nullable: true, description: "Null for an ignored event." })
  recording!: RecordingRow | null;

  @Field(() => String, { description: "Taken, or why the event was ignored or changed nothing." })
  message!: string;
}

/** Verifies the signature if the organization has set a secret. @throws UNAUTHENTICATED */
const verifySignature = async (
  { db, organizationId, vault, inboundRequest }: Context,
  name: string,
  adapter: Adapter,
  payload: Record<string, unknown>,
): Promise<void> => {
  // Without an inbound request the caller has authenticated with a key.
  if (!inboundRequest) return;
  const row = await findDialerSecret(db, organizationId, name);
  if (row && !adapter.isSigned(vault.open(row.secret), inboundRequest.request, payload))
    throw new Failure("UNAUTHENTICATED", `The signature of ${adapter.title} is missing or wrong`);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

@Resolver()
export class DialerCallResolver {
  @forIntegration("ingest")
  @Mutation(() => DialerCallPayload, {
    description:
      "Ingests a finished call from the payload of a phone system's webhook, like ingestCall. Ignores other events without an error.",
  })
  async ingestDialerCall(
    @Arg("adapter", () => String, { description: "The adapter's name, as in `dialers`." })
    name: string,
    @Arg("payload", () => JsonScalar, { description: "The payload that the phone system sent." })
    payload: unknown,
    @Arg("userEmail", () => String, {
      nullable: true,
      description: "The user's email, for a payload without one.",
    })
    userEmail: string | null | undefined,
    @Ctx() context: Context,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<DialerCallPayload> {
    const { inboundRequest, organizationId } = context;
    const adapter = requireAdapter(name);
    if (!isObject(payload)) throw invalidField("payload", "must be an object");
    await verifySignature(context, name, adapter, payload);
    const sent = { prefix: `${name}:`, values: payload, userEmail: userEmail ?? undefined };
    const { input, ignoredReason } = parseCall(schema, adapter, sent, (details) => {
      if (inboundRequest) Object.assign(inboundRequest, details);
    });
    if (!input) {
      const message = ignoredReason!;
      if (inboundRequest)
        await logInboundSeparately(context, organizationId, inboundRequest, {
          outcome: "ignored",
          message,
        });
      return { recording: null, message };
    }
    try {
      const recording = await ingestCall(context, input, name);
      return {
        recording,
        message: recording.status === "processed" ? ALREADY_PROCESSED_MESSAGE : "Taken",
      };
    } catch (error) {
      // An error about the email names the request's own field if the email came from there.
      const requestFields = userEmail && input.userEmail === userEmail ? { userEmail } : {};
      throw error instanceof Failure
        ? withVendorFieldNames(adapter.fieldPaths, error, requestFields)
        : error;
    }
  }
}
