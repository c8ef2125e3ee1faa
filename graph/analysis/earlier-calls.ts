import { NO_POSITION, POSITIONS_PER_MS } from "../../db/engine/positions.js";
import {
  Arg,
  Ctx,
  FieldResolver,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import {
  countEarlierCalls,
  countQueuedAgain,
  type EarlierCalls,
  findEarlierCalls,
  listEarlierCalls,
  updateEarlierCalls,
} from "../../db/analysis/earlier-calls.js";
import { forInternal } from "../access/access.js";
import { audit } from "../access/audit.js";
import { DateTime } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { conflict, invalidField } from "../core/errors.js";
import { heldAnalysisClaimLoader } from "./loaders.js";
import { queueAgain } from "./reanalysis.js";

/** More are queued once fewer than half of these are left, so that new calls needn't wait for many. */
const MAX_QUEUED = 50;
/** Of those, many may be left out. */
const MAX_LOOKED_AT = 100;

@ObjectType({ description: "Earlier calls that are analysed again, the newest first." })
class EarlierCallsProgress {}

/** Queues some earlier calls for another analysis, unless enough are queued. Returns their ids. */
export const enqueueEarlierCalls = async (context: Context): Promise<string[]> =>
  mutate(context, async (trx) => {
    const { organizationId } = context;
    const calls = await findEarlierCalls(trx, organizationId);
    if (!calls || calls.below === 0) return [];
    if ((await countQueuedAgain(trx, organizationId)) > MAX_QUEUED / 2) return [];
    const next = await listEarlierCalls(trx, organizationId, calls, MAX_LOOKED_AT);
    const taken = next.filter(({ isRepeatable }) => isRepeatable).slice(0, MAX_QUEUED / 2);
    for (const call of taken) await queueAgain(trx, context, call);
    const last = taken[MAX_QUEUED / 2 - 1] ?? next[MAX_LOOKED_AT - 1];
    await updateEarlierCalls(trx, organizationId, { ...calls, below: last?.position ?? 0 });
    return taken.map(({ id }) => id);
  });

@Resolver(() => EarlierCallsProgress)
export class EarlierCallsResolver {
  @forInternal()
  @Query(() => EarlierCallsProgress, {
    nullable: true,
    description: "The earlier calls that are analysed again; null if no admin has asked for it.",
  })
  async earlierCalls(@Ctx() { db, organizationId }: Context): Promise<EarlierCalls | null> {
    return (await findEarlierCalls(db, organizationId)) ?? null;
  }

  @forInternal()
  @Mutation(() => EarlierCallsProgress, {
    description:
      "Analyses all processed calls again that were created since then, the newest first, while new calls go first. Left out: calls without a transcript, calls of whose analysis a user wrote a part, and calls whose answers a program sent. Verdicts and corrected transcripts stay, `analyses` keeps what changes, and no event is sent. CONFLICT if neither this server nor a worker analyses calls now.",
  })
  async reanalyzeEarlierCalls(
    @Arg("since", () => DateTime) since: number,
    @Ctx() context: Context,
  ): Promise<EarlierCalls> {
    const { analyzes, loaders, readAt } = context;
    if (!analyzes && !(await loaders.get(heldAnalysisClaimLoader).load(String(readAt))))
      throw conflict("Neither this server nor a worker analyses calls now");
    if (since > context.now()) throw invalidField("since", "must not be in the future");
    return mutate(context, async (trx) => {
      const calls = { from: since * POSITIONS_PER_MS, below: NO_POSITION };
      await updateEarlierCalls(trx, context.organizationId, calls);
      await audit(trx, context, { action: "calls.reanalyzed" });
      return calls;
    });
  }

  @forInternal()
  @Mutation(() => EarlierCallsProgress, {
    nullable: true,
    description: "Queues no more earlier calls. The few that are queued are still analysed.",
  })
  async stopEarlierCalls(@Ctx() context: Context): Promise<EarlierCalls | null> {
    return mutate(context, async (trx) => {
      const calls = await findEarlierCalls(trx, context.organizationId);
      if (!calls) return null;
      const stopped = { ...calls, below: 0 };
      await updateEarlierCalls(trx, context.organizationId, stopped);
      return stopped;
    });
  }

  @FieldResolver(() => DateTime, { description: "Calls created since then." })
  since(@Root() { from }: EarlierCalls): number {
    return from / POSITIONS_PER_MS;
  }

  @FieldResolver(() => Boolean, { description: "Whether earlier calls are still to be queued." })
  active(@Root() { below }: EarlierCalls): boolean {
    return below > 0;
  }

  @FieldResolver(() => Int, {
    description: "How many calls are still to be looked at, besides those that are queued.",
  })
  async left(@Root() calls: EarlierCalls, @Ctx() { db, organizationId }: Context): Promise<number> {
    return calls.below === 0 ? 0 : countEarlierCalls(db, organizationId, calls);
  }

  @FieldResolver(() => Int, {
    description: "How many processed calls are queued for another analysis, for any reason.",
  })
  async queued(@Ctx() { db, organizationId }: Context): Promise<number> {
    return countQueuedAgain(db, organizationId);
  }
}
