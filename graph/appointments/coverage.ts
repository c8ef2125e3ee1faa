import { Arg, Ctx, Field, Int, ObjectType, Query, Resolver } from "type-graphql";
import { loadCoverage } from "../../db/appointments/coverage.js";
import { findUserByEmail } from "../../db/people/users.js";
import { forViewers } from "../access/access.js";
import { MISSED_AFTER_MS } from "./appointment.js";
import { DAY_MS } from "../stats/buckets.js";
import type { Context } from "../context/context.js";
import { invalidField } from "../core/errors.js";
import { DateFrom, DateTo } from "../arguments/scalars.js";
import { chunkRange } from "../stats/range.js";
import { yieldToEventLoop } from "../turns/yield-to-event-loop.js";
import { SCAN_ROWS, Scans } from "../context/scans.js";

const MAX_DAYS = 366;
/** Days per statement. Seven days of a thousand appointments each take 15 ms. */
const CHUNK_DAYS = 7;

@ObjectType({
  simpleResolvers: true,
  description: "`due` counts the matched and the missed appointments, `recorded` the matched ones.",
})
export class Coverage {
  @Field(() => Int, { description: "Appointments whose matchStatus is matched or missed." })
  due!: number;

  @Field(() => Int, { description: "Appointments whose matchStatus is matched." })
  recorded!: number;
}

@Resolver()
export class CoverageResolver {
  @forViewers()
  @Scans(() => SCAN_ROWS)
  @Query(() => Coverage, {
    description: `Counts the appointments that start from "from" to "to", at most ${MAX_DAYS} days.`,
  })
  async coverage(
    @Arg("from", () => DateFrom) from: number,
    @Arg("to", () => DateTo) to: number,
    @Arg("userEmail", () => String, { nullable: true }) userEmail: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<Coverage> {
    if (to - from >= MAX_DAYS * DAY_MS)
      throw invalidField("to", `must be less than ${MAX_DAYS} days after from`);
    const { db, organizationId, readAt } = context;
    const user =
      typeof userEmail === "string"
        ? await findUserByEmail(db, organizationId, userEmail)
        : undefined;
    const coverage = { due: 0, recorded: 0 };
    if (typeof userEmail === "string" && !user) return coverage;
    for (const chunk of chunkRange({ from, to }, CHUNK_DAYS)) {
      const { recorded, missed } = await loadCoverage(db, organizationId, {
        ...chunk,
        dueBefore: readAt - MISSED_AFTER_MS,
        ...(user && { userId: user.id }),
      });
      coverage.recorded += recorded;
      coverage.due += recorded + missed;
      await yieldToEventLoop();
    }
    return coverage;
  }
}
