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
import type { Db } from "../../db/engine/connect.js";
import {
  deleteTeam,
  listTeams,
  upsertTeam,
  findTeamById,
  loadTeamLeads,
  loadTeamMembers,
  replaceTeamLeads,
  type TeamLeadRow,
  type TeamMemberRow,
  type TeamRow,
} from "../../db/people/teams.js";
import { buildEmailKey, loadUsersByEmails } from "../../db/people/users.js";
import { removeTeamFromTemplates } from "../../db/analysis/templates.js";
import { mutate } from "../context/mutate.js";
import { forInternal, forViewers } from "../access/access.js";
import { audit, auditUpsert } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { Limit } from "../arguments/limits.js";
import { Failure, invalidField, notFound } from "../core/errors.js";
import { teamLeadsLoader, teamMembersLoader } from "./loaders.js";

@ObjectType({ simpleResolvers: true })
class TeamMember {
  @Field(() => String)
  email!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { description: "The role in this team." })
  role!: string;
}

@ObjectType({ simpleResolvers: true, description: "A user who leads a team." })
class TeamLead {
  @Field(() => String)
  email!: string;

  @Field(() => String)
  name!: string;
}

@ObjectType({ simpleResolvers: true })
export class Team {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;
}

/** A change writes all members again, and a list of teams reads those of all. */
export const MAX_MEMBERS = 1_000;
const MAX_LEADS = 100;

@InputType()
class TeamMemberInput {
  @Field(() => String)
  email!: string;

  @Field(() => String, { nullable: true, defaultValue: "member" })
  role!: string | null;
}

@InputType()
class TeamInput {
  @Field(() => ID, {
    nullable: true,
    description: "The team to update; without an id, creates a team.",
  })
  id?: string | null;

  @Field(() => String)
  name!: string;

  @Limit({ maxItems: MAX_MEMBERS })
  @Field(() => [TeamMemberInput], {
    description: "All members: a user not listed is removed from the team.",
  })
  members!: TeamMemberInput[];

  @Limit({ maxItems: MAX_LEADS })
  @Field(() => [String], {
    nullable: true,
    description:
      "E-mails of all team leads, members or not: as managers they see the members' data. Absent or null: unchanged.",
  })
  leads?: string[] | null;
}

/** Resolves e-mails to user ids. @throws USER_NOT_FOUND, INVALID_FIELD for a duplicate */
const resolveUserIds = async (
  trx: Db,
  organizationId: string,
  emails: readonly string[],
  fieldOf: (index: number) => string,
): Promise<string[]> => {
  const ids = new Map(
    (await loadUsersByEmails(trx, organizationId, emails)).map((user) => [
      buildEmailKey(user.email),
      user.id,
    ]),
  );
  const seen = new Set<string>();
  return emails.map((email, index) => {
    const field = fieldOf(index);
    const userId = ids.get(buildEmailKey(email));
    if (userId === undefined)
      throw new Failure("USER_NOT_FOUND", "is not the email of a user", field);
    if (seen.has(userId)) throw invalidField(field, "is a duplicate");
    seen.add(userId);
    return userId;
  });
};

const resolveMembers = async (
  trx: Db,
  organizationId: string,
  members: TeamMemberInput[],
): Promise<{ userId: string; role: string }[]> => {
  const emails = members.map(({ email }) => email);
  const userIds = await resolveUserIds(
    trx,
    organizationId,
    emails,
    (index) => `members.${index}.email`,
  );
  return userIds.map((userId, index) => ({ userId, role: members[index]!.role ?? "member" }));
};

/** Loads the fields whose changes the audit log lists; undefined without such a team. */
const loadAuditedFields = async (trx: Db, organizationId: string, id: string) => {
  const team = await findTeamById(trx, organizationId, id);
  if (!team) return undefined;
  const members = await loadTeamMembers(trx, organizationId, [id]);
  const leads = await loadTeamLeads(trx, organizationId, [id]);
  return {
    name: team.name,
    members: members.map(({ email, role }) => ({ email, role })),
    leads: leads.map(({ email }) => email),
  };
};

@Resolver(() => Team)
export class TeamResolver {
  @forViewers()
  @Query(() => [Team])
  async teams(@Ctx() context: Context): Promise<TeamRow[]> {
    return listTeams(context.db, context.organizationId);
  }

  @FieldResolver(() => [TeamMember], { description: "In the order of the last upsertTeam." })
  async members(@Root() team: TeamRow, @Ctx() context: Context): Promise<TeamMemberRow[]> {
    return context.loaders.get(teamMembersLoader).load(team.id);
  }

  @FieldResolver(() => [TeamLead], { description: "By name, then e-mail." })
  async leads(@Root() team: TeamRow, @Ctx() context: Context): Promise<TeamLeadRow[]> {
    return context.loaders.get(teamLeadsLoader).load(team.id);
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
      const before =
        id === undefined ? undefined : await loadAuditedFields(trx, organizationId, id);
      if (id !== undefined && !before) throw notFound();
      const team = { id: id ?? context.newId(), name: input.name };
      const members = await resolveMembers(trx, organizationId, input.members);
      await upsertTeam(trx, organizationId, { ...team, members, now: context.now() });
      if (input.leads) {
        const leads = await resolveUserIds(
          trx,
          organizationId,
          input.leads,
          (index) => `leads.${index}`,
        );
        await replaceTeamLeads(trx, organizationId, team.id, leads);
      }
      const after = (await loadAuditedFields(trx, organizationId, team.id))!;
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
      await removeTeamFromTemplates(trx, organizationId, id);
      await audit(trx, context, { action: "team.deleted", subject: id });
      return true;
    });
  }
}
