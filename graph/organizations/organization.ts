import {
  Arg,
  Ctx,
  Field,
  ID,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from "type-graphql";
import type { Db } from "../db/connect.js";
import { insertOrganization, organizationById } from "../db/organizations.js";
import { transact } from "../db/write.js";
import { userById } from "../db/users.js";
import { forAnyone, forIntegration, forOperator } from "./access.js";
import { COMMAND_LINE, note } from "./auditing.js";
import type { Context, Role, Services } from "./context.js";
import { invalidField, notFound } from "./errors.js";
import { ApiKeyPayload, issueKey, issueToken } from "./keys.js";
import { checkText } from "./limits.js";
import { DateTime } from "./scalars.js";
import { User } from "./users.js";

const Roles = { integration: "integration", internal: "internal", operator: "operator" } as const;
registerEnumType(Roles, { name: "Role" });

@ObjectType({ simpleResolvers: true })
export class Organization {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => DateTime)
  createdAt!: number;
}

@ObjectType({ simpleResolvers: true })
export class Viewer {
  @Field(() => Roles)
  role!: Role;

  @Field(() => Organization, { nullable: true })
  organization!: Organization | null;

  @Field(() => User, {
    nullable: true,
    description: "The admin, where the credential is a session.",
  })
  user!: User | null;
}

@ObjectType({ simpleResolvers: true, description: "Shown once; only hashes are kept." })
export class OrganizationPayload extends ApiKeyPayload {
  @Field(() => Organization)
  organization!: Organization;

  @Field(() => String)
  internalToken!: string;
}

/** @throws NOT_FOUND where the organization was removed while its credential was in use. */
const ownOrganization = async (context: Context): Promise<Organization> => {
  const organization = await organizationById(context.db, context.organizationId);
  if (!organization) throw notFound();
  return organization;
};

/** A new organization with its key and an internal token. @throws INVALID_FIELD for an empty name */
export const createOrganization = async (
  trx: Db,
  services: Services,
  name: string,
  actor = COMMAND_LINE,
): Promise<OrganizationPayload> => {
  if (name.trim() === "") throw invalidField("name", "must not be empty");
  checkText(name, "name", () => "name");
  const organization = { id: services.newId(), name, createdAt: services.now() };
  await insertOrganization(trx, organization);
  await note(trx, services, organization.id, actor, { action: "organization.created" });
  return {
    organization,
    ...(await issueKey(trx, services, organization.id)),
    internalToken: await issueToken(trx, services, organization.id),
  };
};

@Resolver()
export class OrganizationResolver {
  @forAnyone()
  @Query(() => Viewer, { description: "Who the credential is." })
  async viewer(@Ctx() context: Context): Promise<Viewer> {
    const organization = context.role === "operator" ? null : await ownOrganization(context);
    const user =
      context.userId === undefined
        ? undefined
        : await userById(context.db, context.organizationId, context.userId);
    return { role: context.role, organization, user: user ?? null };
  }

  @forIntegration()
  @Query(() => Organization)
  async organization(@Ctx() context: Context): Promise<Organization> {
    return ownOrganization(context);
  }

  @forOperator()
  @Mutation(() => OrganizationPayload)
  async createOrganization(
    @Arg("name", () => String) name: string,
    @Ctx() context: Context,
  ): Promise<OrganizationPayload> {
    return transact(context.db, (trx) => createOrganization(trx, context, name, context.actor()));
  }
}
