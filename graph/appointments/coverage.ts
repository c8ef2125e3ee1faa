import { Arg, Ctx, Field, Int, ObjectType, Query, Resolver } from "type-graphql";
import { coverageOf } from "../db/coverage.js";
import { userByEmail } from "../db/users.js";
import { forIntegration } from "./access.js";
import { CHECK_AFTER_MS } from "./appointments.js";
import { DAY_MS } from "./cells.js";
import type { Context } from "./context.js";
import { invalidField } from "./errors.js";
import { DateFrom, DateTo } from "./scalars.js";
import { piecesOf } from "./stats-range.js";
import { turn } from "./turns.js";

const MOST_DAYS = 366;
/** What is counted at one go: an organization of a thousand appointments a day takes 15 ms for it. */
const PIECE_DAYS = 7;

@ObjectType({
  simpleResolvers: true,
  description:
    "How many of the appointments that should have a recording have one: recorded ÷ due.",
})
export class Coverage {
  @Field(() => Int, { description: "Appointments whose matchStatus is matched or missed." })
  due!: number;

  @Field(() => Int, { description: "Those whose matchStatus is matched." })
  recorded!: number;
}

@Resolver()
export class CoverageResolver {
  @forIntegration()
  @Query(() => Coverage, {
    description: `Over the appointments that start between the two, at most ${MOST_DAYS} days apart.`,
  })
  async coverage(
    @Arg("from", () => DateFrom) from: number,
    @Arg("to", () => DateTo) to: number,
    @Arg("userEmail", () => String, { nullable: true }) userEmail: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<Coverage> {
    if (to - from >= MOST_DAYS * DAY_MS)
      throw invalidField("to", `must be less than ${MOST_DAYS} days after from`);
    const { db, organizationId, readAt } = context;
    const user =
      typeof userEmail === "string" ? await userByEmail(db, organizationId, userEmail) : undefined;
    const coverage = { due: 0, recorded: 0 };
    if (typeof userEmail === "string" && !user) return coverage;
    for (const piece of piecesOf({ from, to }, PIECE_DAYS)) {
      const { recorded, missed } = await coverageOf(db, organizationId, {
        ...piece,
        dueBefore: readAt - CHECK_AFTER_MS,
        ...(user && { userId: user.id }),
      });
      coverage.recorded += recorded;
      coverage.due += recorded + missed;
      await turn();
    }
    return coverage;
  }
}
