import { Ctx, Query, Resolver } from "type-graphql";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";

@Resolver()
export class CallProcessingResolver {
  @forInternal()
  @Query(() => String, {
    description: "(internal) What happens to a call that comes in now, in one line.",
  })
  callProcessing(@Ctx() { describeProcessing }: Context): string {
    return describeProcessing();
  }
}
