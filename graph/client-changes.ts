import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from "type-graphql";
import {
  clientByCrmEntityId,
  type ClientRow,
  clientsByIds,
  deleteClient,
  releaseClient,
  updateClient,
} from "../db/clients.js";
import { recordingIdsOfClient } from "../db/recordings.js";
import { forInternal } from "./access.js";
import { Client } from "./clients.js";
import type { Context } from "./context.js";
import { conflict, invalidField, notFound, notYet } from "./errors.js";
import { eraseAndSettle } from "./matching.js";
import { mutate } from "./mutate.js";
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

@Resolver()
export class ClientChangeResolver {
  @forInternal()
  @Mutation(() => Client, {
    description:
      "A rep creates a client for a recording that is not processed yet: client.created is fired instead of recording.processed.",
  })
  createClient(@Arg("input", () => ClientInput) _input: ClientInput): ClientRow {
    throw notYet("createClient");
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
      if (input.crmEntityId === "") throw invalidField("crmEntityId", "must not be empty");
      if (typeof input.crmEntityId === "string") {
        const holder = await clientByCrmEntityId(trx, organizationId, input.crmEntityId);
        if (holder && holder.id !== id)
          throw conflict("is already another client's", "crmEntityId");
      }
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
      for (const recordingId of recordingIds)
        await eraseAndSettle(trx, organizationId, recordingId);
      await deleteClient(trx, organizationId, id);
      return true;
    });
  }
}
