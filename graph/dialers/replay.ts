import type { GraphQLResolveInfo, GraphQLSchema } from "graphql";
import { Arg, Ctx, ID, Info, Mutation, Resolver } from "type-graphql";
import { findInboundCallById, type InboundCallRow } from "../../db/dialers/inbound-calls.js";
import { forInternal } from "../access/access.js";
import { ingestCall } from "../calls/ingest.js";
import { NoticeList } from "../recordings/notice-list.js";
import { parseTranscriptText } from "../recordings/transcript-formats/index.js";
import type { Context } from "../context/context.js";
import { findAdapter, requireAdapter } from "./adapters/index.js";
import { ownAdapter } from "./adapters/own.js";
import { withVendorFieldNames, parseCall } from "./parse-call.js";
import { conflict, Failure, notFound } from "../core/errors.js";
import { logInboundSeparately, buildRefusal } from "../calls/log.js";
import { type InboundRequest } from "../core/inbound.js";
import { InboundCall } from "./inbound-calls.js";
import { validateLimits } from "../arguments/limits.js";

type ReplayableCall = InboundCallRow & { payload: string };

const resolveReader = (channel: string) =>
  channel === "key" || channel === "token"
    ? { adapter: ownAdapter, prefix: "" }
    : { adapter: requireAdapter(channel), prefix: `${channel}:` };

/** Parses and ingests the stored payload. @throws the errors that the sender would receive */
const replayCall = async (
  context: Context,
  schema: GraphQLSchema,
  { channel, userEmail, payload }: ReplayableCall,
  inbound: InboundRequest,
): Promise<void> => {
  const { adapter, prefix } = resolveReader(channel);
  const values = adapter.parse(payload) as Record<string, unknown>;
  validateLimits(
    { payload: values },
    schema.getMutationType()!.getFields()["ingestDialerCall"]!.args,
  );
  const notices = new NoticeList();
  const urlFields = { userEmail: userEmail ?? undefined };
  if (adapter === ownAdapter && typeof values["transcript"] === "string")
    values["transcript"] = await parseTranscriptText(values["transcript"], notices);
  const sent = { prefix, values, ...urlFields };
  const { input, ignoredReason } = parseCall(schema, adapter, sent, (details) => {
    Object.assign(inbound, details);
  });
  const { organizationId } = context;
  if (!input)
    return logInboundSeparately(context, organizationId, inbound, {
      outcome: "ignored",
      message: ignoredReason ?? null,
    });
  try {
    await ingestCall(
      context,
      { ...input, transcriptNotices: notices.list() },
      findAdapter(channel) ? channel : null,
    );
  } catch (error) {
    const requestFields = input.userEmail === userEmail ? urlFields : {};
    throw error instanceof Failure
      ? withVendorFieldNames(adapter.fieldPaths, error, requestFields)
      : error;
  }
};

@Resolver()
export class ReplayResolver {
  @forInternal()
  @Mutation(() => InboundCall, {
    description:
      "Parses a received call again, for example after its user was added. The new result replaces the old one.",
  })
  async replayInboundCall(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<InboundCallRow> {
    const { db, organizationId } = context;
    const row = await findInboundCallById(db, organizationId, id);
    if (!row) throw notFound();
    const { payload } = row;
    if (payload === null) throw conflict("The content of the call was erased");
    if (!row.readable) throw conflict("The stored part of the call is too short for a replay");
    if (row.code === "UNAUTHENTICATED") throw conflict("The call had no valid signature");
    const inbound: InboundRequest = {
      replayOf: id,
      channel: row.channel,
      receivedAt: row.receivedAt,
      request: { body: payload, header: () => "", url: "" },
      bytes: row.payloadBytes,
      redactedBody: { text: payload, readable: true },
      ignoredFields: [],
    };
    context.inboundRequest = inbound;
    try {
      await replayCall(context, schema, { ...row, payload }, inbound);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      await logInboundSeparately(context, organizationId, inbound, {
        outcome: "refused",
        ...buildRefusal(error),
      });
    } finally {
      context.inboundRequest = undefined;
    }
    return (await findInboundCallById(db, organizationId, id)) ?? row;
  }
}
