import type { GraphQLResolveInfo, GraphQLSchema } from "graphql";
import { Arg, Ctx, ID, Info, Mutation, Resolver } from "type-graphql";
import { inboundCallById, type InboundRow } from "../db/inbound-calls.js";
import { forInternal } from "./access.js";
import { takeCall } from "./calls.js";
import type { Context } from "./context.js";
import { adapterOf } from "./dialers/index.js";
import { own } from "./dialers/own.js";
import { inNamesOf, understand } from "./dialers/understand.js";
import { conflict, Failure, notFound } from "./errors.js";
import { type Inbound, logAlone, refusalOf } from "./inbound.js";
import { InboundCall } from "./inbound-calls.js";
import { checkLimits } from "./limits.js";

type Kept = InboundRow & { payload: string };

const readerOf = (way: string) =>
  way === "key" || way === "token"
    ? { adapter: own, prefix: "" }
    : { adapter: adapterOf(way), prefix: `${way}:` };

/** @throws what is wrong with the payload, as whoever sent it was told */
const readAgain = async (
  context: Context,
  schema: GraphQLSchema,
  { way, userEmail, payload }: Kept,
  inbound: Inbound,
): Promise<void> => {
  const { adapter, prefix } = readerOf(way);
  const values = adapter.parse(payload) as Record<string, unknown>;
  checkLimits({ payload: values }, schema.getMutationType()!.getFields()["takeDialerCall"]!.args);
  const by = { userEmail: userEmail ?? undefined };
  const { input, nothing } = understand(schema, adapter, { prefix, values, ...by }, (seen) => {
    Object.assign(inbound, seen);
  });
  const { organizationId } = context;
  if (!input)
    return logAlone(context, organizationId, inbound, {
      outcome: "ignored",
      message: nothing ?? null,
    });
  try {
    await takeCall(context, input);
  } catch (error) {
    const given = input.userEmail === userEmail ? by : {};
    throw error instanceof Failure ? inNamesOf(adapter.from, error, given) : error;
  }
};

@Resolver()
export class ReplayResolver {
  @forInternal()
  @Mutation(() => InboundCall, {
    description:
      "Reads a call again as it was received, as after a user was added: what comes of it now is its outcome from then on.",
  })
  async replayInboundCall(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<InboundRow> {
    const { db, organizationId } = context;
    const row = await inboundCallById(db, organizationId, id);
    if (!row) throw notFound();
    const { payload } = row;
    if (payload === null || !row.readable)
      throw conflict("Not enough is kept of the call for it to be read again");
    if (row.code === "UNAUTHENTICATED") throw conflict("Nobody knows who sent the call");
    const inbound: Inbound = {
      replayOf: id,
      way: row.way,
      receivedAt: row.receivedAt,
      asked: { body: payload, header: () => "", url: "" },
      bytes: row.payloadBytes,
      kept: { text: payload, readable: true },
      unread: [],
    };
    context.inbound = inbound;
    try {
      await readAgain(context, schema, { ...row, payload }, inbound);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      await logAlone(context, organizationId, inbound, { outcome: "refused", ...refusalOf(error) });
    } finally {
      context.inbound = undefined;
    }
    return (await inboundCallById(db, organizationId, id)) ?? row;
  }
}
