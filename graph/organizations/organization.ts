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
import type { Db } from "../../db/engine/connect.js";
import {
  insertOrganization,
  findOrganizationById,
  updateOrganizationCountry,
} from "../../db/organizations/organization.js";
import { transact } from "../../db/engine/write.js";
import { findUserById } from "../../db/people/users.js";
import { forAnyone, forInternal, forOperator, forViewers } from "../access/access.js";
import { audit, writeAuditEntry } from "../access/audit.js";
import { COMMAND_LINE_ACTOR } from "../core/actor.js";
import type { Context, Services } from "../context/context.js";
import type { Role } from "../core/credential.js";
import { invalidField, notFound } from "../core/errors.js";
import { ApiKeyPayload, issueApiKey, issueToken } from "./keys.js";
import { validateText } from "../arguments/limits.js";
import { mutate } from "../context/mutate.js";
import { DateTime } from "../arguments/scalars.js";
import { isKnownCountry } from "../people/phone.js";
import { User } from "../people/users.js";
import { markStatsFormatCurrent } from "../stats/format.js";

const Roles = {
  integration: "integration",
  internal: "internal",
  member: "member",
  operator: "operator",
} as const;
registerEnumType(Roles, {
  name: "Role",
  description: "What a credential may do.",
  valuesConfig: {
    integration: { description: "An API key." },
    internal: { description: "An internal token, or the session of an admin." },
    member: { description: "The session of a manager or a rep, limited to their scope." },
    operator: { description: "An operator token." },
  },
});

@ObjectType({ simpleResolvers: true })
export class Organization {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => String, {
    nullable: true,
    description: "The country of phone numbers without a country code: ISO 3166-1, such as DE.",
  })
  country!: string | null;
}

@ObjectType({ simpleResolvers: true })
export class Viewer {
  @Field(() => Roles)
  role!: Role;

  @Field(() => Boolean, { description: "Whether it is the session of a manager." })
  isManager!: boolean;

  @Field(() => Organization, { nullable: true })
  organization!: Organization | null;

  @Field(() => User, {
    nullable: true,
    description: "The signed-in user; null for keys and tokens.",
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

/** Loads the credential's organization. @throws NOT_FOUND if it was deleted while the credential was in use */
const requireOrganization = async (context: Context): Promise<Organization> => {
  const organization = await findOrganizationById(context.db, context.organizationId);
  if (!organization) throw notFound();
  return organization;
};

/** Inserts an organization with an API key and an internal token. @throws INVALID_FIELD for an empty name */
export const createOrganization = async (
  trx: Db,
  services: Services,
  name: string,
  actor = COMMAND_LINE_ACTOR,
): Promise<OrganizationPayload> => {
  if (name.trim() === "") throw invalidField("name", "must not be empty");
  validateText(name, () => "name");
  const organization = {
    id: services.newId(),
    name,
    createdAt: services.now(),
    country: null,
  };
  await insertOrganization(trx, organization);
  await markStatsFormatCurrent(trx, organization.id);
  await writeAuditEntry(trx, services, organization.id, actor, { action: "organization.created" });
  return {
    organization,
    ...(await issueApiKey(trx, services, organization.id)),
    internalToken: await issueToken(trx, services, organization.id),
  };
};

@Resolver()
export class OrganizationResolver {
  @forAnyone()
  @Query(() => Viewer, { description: "Who the credential is." })
  async viewer(@Ctx() context: Context): Promise<Viewer> {
    const organization = context.role === "operator" ? null : await requireOrganization(context);
    const user =
      context.userId === undefined
        ? undefined
        : await findUserById(context.db, context.organizationId, context.userId);
    const { role, isManager } = context;
    return { role, isManager, organization, user: user ?? null };
  }

  @forViewers()
  @Query(() => Organization)
  async organization(@Ctx() context: Context): Promise<Organization> {
    return requireOrganization(context);
  }

  @forInternal()
  @Mutation(() => Organization, {
    description: "Sets the country of phone numbers without a country code; null for none.",
  })
  async setCountry(
    @Arg("country", () => String, { nullable: true }) country: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<Organization> {
    if (typeof country === "string" && !(await isKnownCountry(country)))
      throw invalidField("country", "must be a code of ISO 3166-1 with two capital letters");
    const before = await requireOrganization(context);
    await mutate(context, async (trx) => {
      await updateOrganizationCountry(trx, context.organizationId, country ?? null);
      await audit(trx, context, { action: "organization.updated", fields: ["country"] });
    });
    context.onNumbersChanged(context.organizationId);
    return { ...before, country: country ?? null };
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
