import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  Float,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Resolver,
  Root,
} from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import type { UserRow } from "../../db/people/users.js";
import { findTeamById, listLedTeamIds, type TeamRow } from "../../db/people/teams.js";
import {
  loadOrganizationTargets,
  loadTeamTargets,
  loadUserTargets,
  NO_TARGETS,
  type Targets as TargetsRow,
  updateOrganizationTargets,
  updateTeamTargets,
} from "../../db/targets/targets.js";
import { forManagers } from "../access/access.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { createOneLoader } from "../context/loaders.js";
import { mutate } from "../context/mutate.js";
import { invalidField, missingField } from "../core/errors.js";
import { Organization } from "../organizations/organization.js";
import { Team } from "../people/teams.js";
import { User } from "../people/users.js";

/** What each target may be at most; at least it is 0. */
const MAX_VALUES: Readonly<Record<keyof TargetsRow, number>> = {
  calls: 1_000,
  score: 100,
  closeRate: 100,
  talkRatio: 100,
  questions: 1_000,
};

const TARGET_NAMES = Object.keys(MAX_VALUES) as (keyof TargetsRow)[];

const mapTargets = (valueOf: (name: keyof TargetsRow) => number | null): TargetsRow =>
  Object.fromEntries(TARGET_NAMES.map((name) => [name, valueOf(name)])) as unknown as TargetsRow;

const texts: Record<keyof TargetsRow, string> = {
  calls: `Calls of a rep in a week, from 0 to ${MAX_VALUES.calls}.`,
  score: "The average score, from 0 to 100.",
  closeRate: "Calls whose deal is closed, in percent.",
  talkRatio: "The rep's share of the talk, in percent: at most this much.",
  questions: `Questions that a rep asks in a call, from 0 to ${MAX_VALUES.questions}.`,
};

@ObjectType({
  simpleResolvers: true,
  description: "What reps are to reach on average. Null: there is no target.",
})
class Targets {
  @Field(() => Float, { nullable: true, description: texts.calls })
  calls!: number | null;

  @Field(() => Float, { nullable: true, description: texts.score })
  score!: number | null;

  @Field(() => Float, { nullable: true, description: texts.closeRate })
  closeRate!: number | null;

  @Field(() => Float, { nullable: true, description: texts.talkRatio })
  talkRatio!: number | null;

  @Field(() => Float, { nullable: true, description: texts.questions })
  questions!: number | null;
}

@InputType({ description: "Null removes a target; what is absent stays." })
class TargetsInput implements Partial<TargetsRow> {
  @Field(() => Float, { nullable: true, description: texts.calls })
  calls?: number | null;

  @Field(() => Float, { nullable: true, description: texts.score })
  score?: number | null;

  @Field(() => Float, { nullable: true, description: texts.closeRate })
  closeRate?: number | null;

  @Field(() => Float, { nullable: true, description: texts.talkRatio })
  talkRatio?: number | null;

  @Field(() => Float, { nullable: true, description: texts.questions })
  questions?: number | null;
}

const organizationTargetsLoader = createOneLoader(
  async (db, organizationId) => [await loadOrganizationTargets(db, organizationId)],
  () => "",
);
const userTargetsLoader = createOneLoader(loadUserTargets, ({ userId }) => userId);
const teamTargetsLoader = createOneLoader(loadTeamTargets, ({ teamId }) => teamId);

/** @throws INVALID_FIELD */
const validateTargets = (input: TargetsInput): void => {
  for (const name of TARGET_NAMES) {
    const value = input[name] ?? 0;
    if (value < 0 || value > MAX_VALUES[name])
      throw invalidField(name, `must be from 0 to ${MAX_VALUES[name]}`);
  }
};

/**
 * Checks that the caller may set the targets of the team, or those of the organization. For a manager, only the teams
 * that they lead exist. @throws INVALID_FIELD, MISSING_REQUIRED_FIELD
 */
const requireTeam = async (
  trx: Db,
  { organizationId, role, userId }: Context,
  teamId: string | undefined,
): Promise<void> => {
  if (teamId === undefined) {
    if (role === "member") throw missingField("teamId");
    return;
  }
  const exists =
    role === "member"
      ? (await listLedTeamIds(trx, organizationId, userId!)).includes(teamId)
      : (await findTeamById(trx, organizationId, teamId)) !== undefined;
  if (!exists) throw invalidField("teamId", "is not the id of a team");
};

const loadForAll = async (loaders: Context["loaders"]): Promise<TargetsRow> =>
  (await loaders.get(organizationTargetsLoader).load("")) ?? NO_TARGETS;

@Resolver(() => Organization)
export class OrganizationTargetsResolver {
  @FieldResolver(() => Targets, {
    description: "What the reps of all teams are to reach, unless their team has its own targets.",
  })
  async targets(@Ctx() { loaders }: Context): Promise<TargetsRow> {
    return loadForAll(loaders);
  }
}

@Resolver(() => User)
export class UserTargetsResolver {
  @FieldResolver(() => Targets, {
    description:
      "What the user should reach: each target of the first of their teams by name or, where that has none, of the organization.",
  })
  async targets(@Root() { id }: UserRow, @Ctx() { loaders }: Context): Promise<TargetsRow> {
    const forAll = await loadForAll(loaders);
    const own = await loaders.get(userTargetsLoader).load(id);
    return own ? mapTargets((name) => own[name] ?? forAll[name]) : forAll;
  }
}

@Resolver(() => Team)
export class TeamTargetsResolver {
  @FieldResolver(() => Targets, {
    description:
      "What the team's reps are to reach. Where it is null, the organization's target counts.",
  })
  async targets(@Root() { id }: TeamRow, @Ctx() { loaders }: Context): Promise<TargetsRow> {
    return (await loaders.get(teamTargetsLoader).load(id)) ?? NO_TARGETS;
  }

  @forManagers()
  @Mutation(() => Targets, {
    description:
      "Sets targets of a team or, without one, of the organization. A manager sets those of the teams that they lead.",
  })
  async setTargets(
    @Arg("teamId", () => ID, { nullable: true }) sentTeamId: string | null | undefined,
    @Arg("input", () => TargetsInput) input: TargetsInput,
    @Ctx() context: Context,
  ): Promise<TargetsRow> {
    validateTargets(input);
    const { organizationId } = context;
    const teamId = sentTeamId ?? undefined;
    return mutate(context, async (trx) => {
      await requireTeam(trx, context, teamId);
      const before =
        teamId === undefined
          ? await loadOrganizationTargets(trx, organizationId)
          : (await loadTeamTargets(trx, organizationId, [teamId]))[0]!;
      const fields = TARGET_NAMES.filter(
        (name) => input[name] !== undefined && input[name] !== before[name],
      );
      const after = mapTargets((name) => (input[name] === undefined ? before[name] : input[name]));
      if (fields.length === 0) return after;
      if (teamId === undefined) await updateOrganizationTargets(trx, organizationId, after);
      else await updateTeamTargets(trx, organizationId, teamId, after);
      await audit(trx, context, {
        action: "targets.updated",
        ...(teamId !== undefined && { subject: teamId }),
        fields,
      });
      return after;
    });
  }
}
