import { Ctx, Field, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { forInternal } from "../access/access.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { DateTime } from "../arguments/scalars.js";
import { acceptClock, type ClockJump, loadLastHeartbeat, findClockJump } from "./clock.js";

@ObjectType({
  simpleResolvers: true,
  description: "The server's clock, and whether deletion by age trusts it.",
})
export class ClockState implements ClockJump {
  @Field(() => DateTime, { description: "The server's time." })
  now!: number;

  @Field(() => DateTime, {
    description:
      "When a server last trusted its clock; before the first heartbeat, when the newest row was created.",
  })
  lastHeartbeatAt!: number;

  @Field(() => Boolean, {
    description:
      "True if the two are more than 3 days apart. Nothing is deleted by age until the clock is right again or confirmClock accepts it.",
  })
  hasJumped!: boolean;
}

/** Accepts the clock after a jump, and audits that. Returns the jump; undefined if there was none. */
export const confirmClock = async (context: Context): Promise<ClockJump | undefined> => {
  const { organizationId } = context;
  return mutate(context, async (trx) => {
    const jump = await findClockJump(trx, organizationId, context.now());
    if (!jump) return undefined;
    await acceptClock(trx, organizationId, jump.now);
    await audit(trx, context, { action: "clock.confirmed" });
    return jump;
  });
};

@Resolver()
export class ClockResolver {
  @forInternal()
  @Query(() => ClockState, {
    description: "The server's clock, as deletion by age sees it. (internal)",
  })
  async clock(@Ctx() { db, organizationId, readAt }: Context): Promise<ClockState> {
    return {
      now: readAt,
      lastHeartbeatAt: await loadLastHeartbeat(db, organizationId),
      hasJumped: (await findClockJump(db, organizationId, readAt)) !== undefined,
    };
  }

  @forInternal()
  @Mutation(() => ClockState, {
    description:
      "Accepts the server's time after a jump. Deletion by age continues within minutes, and removed content never comes back.",
  })
  async confirmClock(@Ctx() context: Context): Promise<ClockState> {
    await confirmClock(context);
    return this.clock(context);
  }
}
