import { Field, ID, InputType } from "type-graphql";
import { DateFrom, DateTo } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import { invalidField } from "../core/errors.js";
import type { LongQuery } from "../core/long-reads.js";
import type { UserSelection } from "./groups.js";
import type { StatsSelection } from "./tallies.js";

@InputType()
export class StatsFilter {
  @Field(() => DateFrom, {
    nullable: true,
    description: "Recordings created at this time or later.",
  })
  from?: number | null;

  @Field(() => DateTo, {
    nullable: true,
    description: "Recordings created at this time or earlier.",
  })
  to?: number | null;

  @Field(() => [ID], {
    nullable: true,
    description: "Recordings of these teams' members; with emails, of users in both.",
  })
  teamIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: "Recordings of these users. Case is ignored.",
  })
  emails?: string[] | null;

  @Field(() => ID, { nullable: true, description: "Recordings analysed with this template." })
  templateId?: string | null;

  @Field(() => String, { nullable: true, description: "Recordings with this tag." })
  tag?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: "Recordings with at least one of these tags.",
  })
  includedTags?: string[] | null;

  @Field(() => [String], { nullable: true, description: "Recordings with none of these tags." })
  excludedTags?: string[] | null;
}

const LIST_FIELDS = ["teamIds", "emails", "includedTags", "excludedTags"] as const;
const MAX_LIST_ITEMS = 10_000;

/** The recordings that a filter selects of those that the caller may see. @throws INVALID_FIELD */
export const selectRecordings = (
  input: StatsFilter | null | undefined,
  { organizationId, scope }: Pick<Context, "organizationId" | "scope">,
): StatsSelection & UserSelection & LongQuery => {
  const filter = input ?? {};
  for (const name of LIST_FIELDS)
    if ((filter[name]?.length ?? 0) > MAX_LIST_ITEMS)
      throw invalidField(name, `must have at most ${MAX_LIST_ITEMS} items`);
  return {
    organizationId,
    scope,
    from: filter.from ?? undefined,
    to: filter.to ?? undefined,
    teamIds: filter.teamIds ?? [],
    emails: filter.emails ?? [],
    templateId: filter.templateId ?? undefined,
    tag: filter.tag ?? undefined,
    includedTags: filter.includedTags ?? [],
    excludedTags: filter.excludedTags ?? [],
  };
};
