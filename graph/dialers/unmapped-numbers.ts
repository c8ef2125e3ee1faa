import { Arg, Ctx, Field, Int, ObjectType, Query, Resolver } from "type-graphql";
import type { UnmappedNumberRow } from "../../db/dialers/unmapped-calls.js";
import type { NumberKind } from "../../db/people/user-numbers.js";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";
import { resolvePageSize } from "../arguments/pagination.js";
import { DateTime } from "../arguments/scalars.js";
import { NumberKinds } from "../people/user-numbers.js";
import { listWaitingNumbers } from "./waiting-numbers.js";

@ObjectType({
  simpleResolvers: true,
  description: "An extension or a phone without an active user, but with waiting calls.",
})
class UnmappedNumber {
  @Field(() => NumberKinds)
  kind!: NumberKind;

  @Field(() => String, { description: "As the phone system sent it." })
  number!: string;

  @Field(() => Int, { description: "How many calls become recordings once a user has it." })
  calls!: number;

  @Field(() => DateTime)
  lastReceivedAt!: number;
}

@Resolver()
export class UnmappedNumberResolver {
  @forInternal()
  @Query(() => [UnmappedNumber], {
    description: "By kind and number. (internal)",
  })
  async unmappedNumbers(
    @Arg("first", () => Int, { nullable: true, defaultValue: 100 }) first: number | null,
    @Ctx() context: Context,
  ): Promise<UnmappedNumberRow[]> {
    const limit = resolvePageSize(first);
    const unmapped: UnmappedNumberRow[] = [];
    for await (const number of listWaitingNumbers(context)) {
      if (!number.isMapped) unmapped.push(number);
      if (unmapped.length === limit) break;
    }
    return unmapped;
  }
}
