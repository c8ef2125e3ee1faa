import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import type { Db } from "../db/connect.js";
import {
  deleteTeam,
  listTeams,
  putTeam,
  teamById,
  teamMembers,
  type TeamMemberRow,
  type TeamRow,
} from "../db/teams.js";
import { emailKey, usersByEmails } from "../db/users.js";
import { mutate } from "./mutate.js";
import { forIntegration, forInternal } from "./access.js";
import { audit, auditUpsert } from "./auditing.js";
import type { Context } from "./context.js";
import { Failure, invalidField, notFound } from "./errors.js";

@ObjectType({ simpleResolvers: true })
export class TeamMember {
  @Field(() => String)
  email!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { description: "The role in this team." })
  role!: string;
}

@ObjectType({ simpleResolvers: true })
export class Team {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;
}

@InputType()
class TeamMemberInput {
  @Field(() => String)
  email!: string;

  @Field(() => String, { nullable: true, defaultValue: "member" })
  role!: string | null;
}

@InputType()
class TeamInput {
  @Field(() => ID, { nullable: true, description: "Of the team to change; none makes a new team." })
  id?: string | null;

  @Field(() => String)
  name!: string;

  @Field(() => [TeamMemberInput], { description: "All of them: who is not named is no member." })
  members!: TeamMemberInput[];
}

/** @throws USER_NOT_FOUND, INVALID_FIELD where somebody is named twice */
const membersOf = async (
  trx: Db,
  organizationId: string,
  members: TeamMemberInput[],
): Promise<{ userId: string; role: string }[]> => {
  const emails = members.map((member) => member.email);
  const ids = new Map(
    (await usersByEmails(trx, organizationId, emails)).map((user) => [
      emailKey(user.email),
      user.id,
    ]),
  );
  const seen = new Set<string>();
  return members.map((member, index) => {
    const field = `members.${index}.email`;
    const userId = ids.get(emailKey(member.email));
    if (userId === undefined)
      throw new Failure("USER_NOT_FOUND", "is not the email of a user", field);
    if (seen.has(userId)) throw invalidField(field, "is there twice");
    seen.add(userId);
    return { userId, role: member.role ?? "member" };
  });
};

/** What the audit log tells of a team; undefined where there is none. */
const told = async (trx: Db, organizationId: string, id: string) => {
  const team = await teamById(trx, organizationId, id);
  if (!team) return undefined;
  const members = await teamMembers(trx, organizationId, [id]);
  return { name: team.name, members: members.map(({ email, role }) => ({ email, role })) };
};

@Resolver(() => Team)
export class TeamResolver {
  @forIntegration()
  @Query(() => [Team])
  async teams(@Ctx() context: Context): Promise<TeamRow[]> {
    return listTeams(context.db, context.organizationId);
  }

  @FieldResolver(() => [TeamMember], { description: "In the order that they were given in." })
  async members(@Root() team: TeamRow, @Ctx() context: Context): Promise<TeamMemberRow[]> {
    return context.loaders.teamMembers.load(team.id);
  }

  @forInternal()
  @Mutation(() => Team)
  async upsertTeam(
    @Arg("input", () => TeamInput) input: TeamInput,
    @Ctx() context: Context,
  ): Promise<TeamRow> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const id = input.id ?? undefined;
      const before = id === undefined ? undefined : await told(trx, organizationId, id);
      if (id !== undefined && !before) throw notFound();
      const team = { id: id ?? context.newId(), name: input.name };
      const members = await membersOf(trx, organizationId, input.members);
      await putTeam(trx, organizationId, { ...team, members, now: context.now() });
      const after = (await told(trx, organizationId, team.id))!;
      await auditUpsert(trx, context, "team", { subject: team.id, before, after });
      return team;
    });
  }

  @forInternal()
  @Mutation(() => Boolean)
  async deleteTeam(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      if (!(await deleteTeam(trx, organizationId, id))) throw notFound();
      await audit(trx, context, { action: "team.deleted", subject: id });
      return true;
    });
  }
}
