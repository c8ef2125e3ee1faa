import {
  Arg,
  Ctx,
  Field,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from "type-graphql";
import {
  deleteRepChannel,
  findRepChannel,
  listRepChannels,
  type RepChannel,
  upsertRepChannel,
} from "../../db/dialers/rep-channels.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { forInternal } from "../access/access.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { callSourceTitles, findCallSource, requireCallSource } from "./call-sources.js";

const RepChannels = { left: "left", right: "right", caller_left: "caller_left" } as const;
registerEnumType(RepChannels, {
  name: "RepChannel",
  description: "Where the rep is in a recording with two channels.",
  valuesConfig: {
    left: { description: "On the first channel." },
    right: { description: "On the second channel." },
    caller_left: {
      description:
        "The caller is on the first channel. The custom field `direction` decides: in an inbound call the rep is on the second channel, in any other call on the first.",
    },
  },
});

/**
 * Of the phone systems, only Twilio documents its channels: the first one is the parent call, which Twilio's own
 * transcription treats as the agent (twilio.com/docs/voice/intelligence/voice-intelligence-best-practices).
 */
const DEFAULT_REP_CHANNEL = RepChannels.left;

@ObjectType({ simpleResolvers: true, description: "A source of calls." })
export class CallSource {
  @Field(() => String, {
    description: "As in `dialers`; own for calls without an adapter, upload for uploaded files.",
  })
  source!: string;

  @Field(() => String, { description: "The name of the phone system or source." })
  title!: string;

  @Field(() => RepChannels, {
    description: "Where the rep is in its recordings with two channels.",
  })
  repChannel!: RepChannel;
}

const buildCallSource = (source: string, repChannel: RepChannel | undefined): CallSource => ({
  source,
  title: callSourceTitles[source]!,
  repChannel: repChannel ?? DEFAULT_REP_CHANNEL,
});

/** Loads the rep's channel in a recording with two: 0 is the first. */
export const loadRepChannel = async (
  { db, organizationId }: Pick<Context, "db" | "organizationId">,
  recording: Pick<RecordingRow, "source" | "callId" | "customFields">,
): Promise<0 | 1> => {
  const row = await findRepChannel(db, organizationId, findCallSource(recording));
  const repChannel = row?.repChannel ?? DEFAULT_REP_CHANNEL;
  if (repChannel !== "caller_left") return repChannel === "right" ? 1 : 0;
  const { direction } = JSON.parse(recording.customFields) as { direction?: unknown };
  return typeof direction === "string" && /^(in|inbound|incoming)$/i.test(direction) ? 1 : 0;
};

@Resolver()
export class CallSourceResolver {
  @forInternal()
  @Query(() => [CallSource], {
    description: "The call sources, with the rep's channel in their recordings. (internal)",
  })
  async callSources(@Ctx() { db, organizationId }: Context): Promise<CallSource[]> {
    const chosen = new Map(
      (await listRepChannels(db, organizationId)).map((row) => [row.source, row.repChannel]),
    );
    return Object.keys(callSourceTitles).map((source) =>
      buildCallSource(source, chosen.get(source)),
    );
  }

  @forInternal()
  @Mutation(() => CallSource, {
    description:
      "Sets where the rep is in recordings with two channels, for transcriptions that begin from now on. Null sets the default.",
  })
  async setRepChannel(
    @Arg("source", () => String, { description: "As in `callSources`." }) source: string,
    @Arg("repChannel", () => RepChannels, { nullable: true })
    repChannel: RepChannel | null | undefined,
    @Ctx() context: Context,
  ): Promise<CallSource> {
    requireCallSource(source);
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      if (repChannel) await upsertRepChannel(trx, organizationId, { source, repChannel });
      else await deleteRepChannel(trx, organizationId, source);
      await audit(trx, context, { action: "dialer.rep_channel_set", subject: source });
      return buildCallSource(source, repChannel ?? undefined);
    });
  }
}
