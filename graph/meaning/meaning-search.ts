import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import {
  loadMeaningScan,
  startMeaningScan,
  updateMeaningScan,
} from "../../db/organizations/meaning-scan.js";
import { countSearched } from "../../db/trackers/queue.js";
import { forInternal, forViewers } from "../access/access.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { invalidField } from "../core/errors.js";

@ObjectType({
  simpleResolvers: true,
  description: "The preparation of calls for search by meaning.",
})
class MeaningProgress {
  @Field(() => Int, { description: "The calls that are prepared." })
  done!: number;

  @Field(() => Int, { description: "All calls to prepare." })
  total!: number;
}

interface MeaningSearchRow {
  /** As `loadMeaningScan` returns it. */
  scanBelow: number | null;
}

@ObjectType({ description: "Search by meaning: the query `sentences`." })
class MeaningSearch {}

@Resolver(() => MeaningSearch)
export class MeaningSearchResolver {
  @forViewers()
  @Query(() => MeaningSearch, { description: "Whether sentences can be searched by meaning." })
  async meaningSearch(@Ctx() { db, organizationId }: Context): Promise<MeaningSearchRow> {
    return { scanBelow: await loadMeaningScan(db, organizationId) };
  }

  @forInternal()
  @Mutation(() => MeaningSearch, {
    description:
      "Turns search by meaning on: all calls are prepared for it, the newest first. Off: no further ones are.",
  })
  async setMeaningSearch(
    @Arg("enabled", () => Boolean) enabled: boolean,
    @Ctx() context: Context,
  ): Promise<MeaningSearchRow> {
    const { organizationId } = context;
    if (enabled && !context.sentences)
      throw invalidField("enabled", "needs the server's setting DEBRIEF_MEANING=on");
    return mutate(context, async (trx) => {
      const before = await loadMeaningScan(trx, organizationId);
      if (enabled === (before !== null)) return { scanBelow: before };
      if (enabled) await startMeaningScan(trx, organizationId);
      else await updateMeaningScan(trx, organizationId, null);
      await audit(trx, context, { action: "organization.updated", fields: ["meaningSearch"] });
      return { scanBelow: await loadMeaningScan(trx, organizationId) };
    });
  }

  @FieldResolver(() => Boolean, {
    description: "False if the server's setting DEBRIEF_MEANING is off.",
  })
  available(@Ctx() { sentences }: Context): boolean {
    return sentences !== undefined;
  }

  @FieldResolver(() => Boolean, { description: "Whether an admin has turned it on." })
  enabled(@Root() { scanBelow }: MeaningSearchRow): boolean {
    return scanBelow !== null;
  }

  @FieldResolver(() => MeaningProgress, {
    nullable: true,
    description:
      "Null once all earlier calls are prepared, and if it is off. New calls are prepared within seconds.",
  })
  async progress(
    @Root() { scanBelow }: MeaningSearchRow,
    @Ctx() { db, organizationId, scope }: Context,
  ): Promise<MeaningProgress | null> {
    // A manager or a rep would learn how many calls others have.
    if (!scanBelow || scope) return null;
    return {
      done: await countSearched(db, organizationId, scanBelow),
      total: await countSearched(db, organizationId),
    };
  }
}
