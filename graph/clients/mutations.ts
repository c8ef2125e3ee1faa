import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from "type-graphql";
import {
  clientByCrmEntityId,
  type ClientRow,
  clientsByIds,
  deleteClient,
  insertClient,
  releaseClient,
  updateClient,
} from "../db/clients.js";
import type { Db } from "../db/connect.js";
import { recordingIdsOfClient } from "../db/recording-lists.js";
import { updateRecording } from "../db/recordings.js";
import { forInternal } from "./access.js";
import { Client } from "./clients.js";
import type { Context } from "./context.js";
import { conflict, invalidField, notFound } from "./errors.js";
import { Changed, eraseAndSettle, settle } from "./matching.js";
import { mutate } from "./mutate.js";
import { existingRecording } from "./recordings.js";
import { JsonScalar } from "./scalars.js";

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

  @Field(() => String, { nullable: true })
  notes?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: "The details as the rep entered them." })
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

  @Field(() => String, { nullable: true })
  notes?: string | null;

  @Field(() => JsonScalar, { nullable: true })
  insights?: Record<string, unknown> | null;
}

/** The fields that the patch has; null clears one. */
const changesOf = (patch: ClientPatch, now: number): Partial<ClientRow> => {
  const { insights, ...texts } = patch;
  return {
    ...texts,
    ...(insights !== undefined && {
      insights: JSON.stringify(insights ?? {}),
      insightsUpdatedAt: now,
    }),
    updatedAt: now,
  };
};

/** @throws CONFLICT where another client has this external id, INVALID_FIELD where it is empty */
const checkCrmEntityId = async (
  trx: Db,
  organizationId: string,
  crmEntityId: string | null | undefined,
  ownId?: string,
): Promise<void> => {
  if (typeof crmEntityId !== "string") return;
  if (crmEntityId === "") throw invalidField("crmEntityId", "must not be empty");
  const holder = await clientByCrmEntityId(trx, organizationId, crmEntityId);
  if (holder && holder.id !== ownId) throw conflict("is already another client's", "crmEntityId");
};

@Resolver()
export class ClientChangeResolver {
  @forInternal()
  @Mutation(() => Client, {
    description:
      "A rep creates a client for a recording that is not processed yet: client.created is fired instead of recording.processed.",
  })
  async createClient(
    @Arg("input", () => ClientInput) input: ClientInput,
    @Ctx() context: Context,
  ): Promise<ClientRow> {
    const { organizationId } = context;
    if (input.name.trim() === "") throw invalidField("name", "must not be empty");
    return mutate(context, async (trx) => {
      const recording = await existingRecording(trx, organizationId, input.recordingId);
      if (recording.status === "processed") throw conflict("The recording is processed already");
      if (recording.createdClientId !== null)
        throw conflict("A client was created for the recording already");
      await checkCrmEntityId(trx, organizationId, input.crmEntityId);
      const id = context.newId();
      const { recordingId, entity, ...entered } = input;
      const { name, email = null, crmEntityId = null, address = null, notes = null } = entered;
      const now = context.now();
      await insertClient(trx, organizationId, { id, name, email, crmEntityId, address, now });
      await updateClient(trx, organizationId, id, { notes });
      const created = {
        createdClientId: id,
        createdClientEntity: JSON.stringify(entity ?? entered),
      };
      await updateRecording(trx, organizationId, recordingId, created, now);
      await settle(trx, organizationId, new Changed().recordingId(recordingId), now);
      const [client] = await clientsByIds(trx, organizationId, [id]);
      return client!;
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
    return mutate(context, async (trx) => {
      const [client] = await clientsByIds(trx, organizationId, [id]);
      if (!client) throw notFound("Client");
      await checkCrmEntityId(trx, organizationId, input.crmEntityId, id);
      const changes = changesOf(input, context.now());
      await updateClient(trx, organizationId, id, changes);
      return { ...client, ...changes };
    });
  }

  @forInternal()
  @Mutation(() => Boolean, { description: "Erases the client and all of its recordings." })
  async deleteClient(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const [client] = await clientsByIds(trx, organizationId, [id]);
      if (!client) throw notFound("Client");
      const recordingIds = await recordingIdsOfClient(trx, organizationId, id);
      // An appointment that is freed by an erasure must not hand the client on to another call.
      await releaseClient(trx, organizationId, id);
      for (const recordingId of recordingIds) await eraseAndSettle(trx, context, recordingId);
      await deleteClient(trx, organizationId, id);
      return true;
    });
  }
}
