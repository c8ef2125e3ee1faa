import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from "type-graphql";
import {
  findClientByCrmEntityId,
  type ClientRow,
  loadClientsByIds,
  insertClient,
  updateClient,
} from "../../db/clients/client.js";
import { deleteClientPhones, insertClientPhones } from "../../db/clients/client-phones.js";
import type { Db } from "../../db/engine/connect.js";
import { loadOrganizationCountry } from "../../db/organizations/organization.js";
import { updateRecording } from "../../db/recordings/recording.js";
import { JSON_OBJECT, LONG_TEXT, Limit } from "../arguments/limits.js";
import { forInternal } from "../access/access.js";
import { Client } from "./client.js";
import { eraseClient } from "./erase.js";
import type { Context } from "../context/context.js";
import { conflict, invalidField, notFound } from "../core/errors.js";
import { RematchScope, rematch } from "../matching/rematch.js";
import { mutate } from "../context/mutate.js";
import { MAX_NUMBERS, parsePhones } from "../people/numbers.js";
import { requireRecording } from "../recordings/recording.js";
import { JsonScalar } from "../arguments/scalars.js";

@InputType()
class ClientInput {
  @Field(() => ID)
  recordingId!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  email?: string | null;

  @Field(() => String, { nullable: true })
  crmEntityId?: string | null;

  @Field(() => String, { nullable: true })
  address?: string | null;

  @Limit({ maxItems: MAX_NUMBERS })
  @Field(() => [String], {
    nullable: true,
    description: "Phone numbers: with + and a country code, or of the organization's country.",
  })
  phones?: string[] | null;

  @Limit(LONG_TEXT)
  @Field(() => String, { nullable: true })
  notes?: string | null;

  @Limit(JSON_OBJECT)
  @Field(() => JsonScalar, {
    nullable: true,
    description: "The details as the rep entered them, for client.created.",
  })
  entity?: unknown;
}

@InputType()
class ClientPatch {
  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true })
  email?: string | null;

  @Field(() => String, { nullable: true })
  crmEntityId?: string | null;

  @Field(() => String, { nullable: true })
  address?: string | null;

  @Limit({ maxItems: MAX_NUMBERS })
  @Field(() => [String], {
    nullable: true,
    description:
      "Replaces the phone numbers: with + and a country code, or of the organization's country.",
  })
  phones?: string[] | null;

  @Limit(LONG_TEXT)
  @Field(() => String, { nullable: true })
  notes?: string | null;

  @Limit(JSON_OBJECT)
  @Field(() => JsonScalar, { nullable: true })
  insights?: Record<string, unknown> | null;
}

/** Returns the changes in a patch; null clears a field. */
const buildClientChanges = (
  { insights, ...texts }: Omit<ClientPatch, "phones">,
  now: number,
): Partial<ClientRow> => {
  return {
    ...texts,
    ...(insights !== undefined && {
      insights: JSON.stringify(insights ?? {}),
      insightsUpdatedAt: now,
    }),
    updatedAt: now,
  };
};

/** Replaces the client's phones. @throws INVALID_FIELD */
const setClientPhones = async (
  trx: Db,
  organizationId: string,
  clientId: string,
  sent: readonly string[] | null,
): Promise<void> => {
  const country = await loadOrganizationCountry(trx, organizationId);
  const phones = await parsePhones(sent ?? [], country);
  await deleteClientPhones(trx, organizationId, clientId);
  await insertClientPhones(trx, organizationId, clientId, phones);
};

/** Validates a CRM id. @throws CONFLICT if another client has it; INVALID_FIELD for an empty id */
const validateCrmEntityId = async (
  trx: Db,
  organizationId: string,
  crmEntityId: string | null | undefined,
  ownId?: string,
): Promise<void> => {
  if (typeof crmEntityId !== "string") return;
  if (crmEntityId === "") throw invalidField("crmEntityId", "must not be empty");
  const holder = await findClientByCrmEntityId(trx, organizationId, crmEntityId);
  if (holder && holder.id !== ownId)
    throw conflict("already belongs to another client", "crmEntityId");
};

@Resolver()
export class ClientMutationResolver {
  @forInternal()
  @Mutation(() => Client, {
    description:
      "Creates a client for a recording that isn't processed yet, as the rep entered it. client.created is sent instead of recording.processed.",
  })
  async createClient(
    @Arg("input", () => ClientInput) input: ClientInput,
    @Ctx() context: Context,
  ): Promise<ClientRow> {
    const { organizationId } = context;
    if (input.name.trim() === "") throw invalidField("name", "must not be empty");
    return mutate(context, async (trx) => {
      const recording = await requireRecording(trx, organizationId, input.recordingId);
      if (recording.status === "processed") throw conflict("The recording is processed already");
      if (recording.createdClientId !== null)
        throw conflict("A client was created for the recording already");
      await validateCrmEntityId(trx, organizationId, input.crmEntityId);
      const id = context.newId();
      const { recordingId, entity, phones, ...entered } = input;
      const { name, email = null, crmEntityId = null, address = null, notes = null } = entered;
      const now = context.now();
      const client = { id, name, email, crmEntityId, address, createdForUserId: recording.userId };
      await insertClient(trx, organizationId, { ...client, now });
      await updateClient(trx, organizationId, id, { notes });
      if (phones) await setClientPhones(trx, organizationId, id, phones);
      const created = {
        createdClientId: id,
        createdClientEntity: JSON.stringify(entity ?? entered),
      };
      await updateRecording(trx, organizationId, recordingId, created, now);
      await rematch(trx, organizationId, new RematchScope().addRecordingId(recordingId), now);
      const [stored] = await loadClientsByIds(trx, organizationId, [id]);
      return stored!;
    });
  }

  @forInternal()
  @Mutation(() => Client)
  async updateClient(
    @Arg("id", () => ID) id: string,
    @Arg("input", () => ClientPatch) input: ClientPatch,
    @Ctx() context: Context,
  ): Promise<ClientRow> {
    const { organizationId } = context;
    const { phones, ...patch } = input;
    return mutate(context, async (trx) => {
      const [client] = await loadClientsByIds(trx, organizationId, [id]);
      if (!client) throw notFound("Client");
      await validateCrmEntityId(trx, organizationId, patch.crmEntityId, id);
      const changes = buildClientChanges(patch, context.now());
      await updateClient(trx, organizationId, id, changes);
      if (phones !== undefined) await setClientPhones(trx, organizationId, id, phones);
      return { ...client, ...changes };
    });
  }

  @forInternal()
  @Mutation(() => Boolean, {
    description:
      "Erases the client and all its recordings, and clears customer, title and metadata of its appointments.",
  })
  async deleteClient(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    if (!(await eraseClient(context, id))) throw notFound("Client");
    return true;
  }
}
