import { Ctx, Query, Resolver } from "type-graphql";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";

@Resolver()
export class CallProcessingResolver {
  @forInternal()
  @Query(() => String, {
    description: "(internal) How an incoming call is processed, in one line.",
  })
  callProcessing(@Ctx() { describeProcessing }: Context): string {
    return describeProcessing();
  }
}
