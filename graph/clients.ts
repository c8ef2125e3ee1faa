import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import {
  clientByCrmEntityId,
  clientByEmail,
  type ClientRow,
  clientsByIds,
  deleteClient,
  pageOfClients,
  updateClient,
} from "../db/clients.js";
import { recordingIdsOfClient, type RecordingRow } from "../db/recordings.js";
import { forIntegration, forInternal } from "./access.js";
import type { Context } from "./context.js";
import { conflict, notFound, notYet } from "./errors.js";
import { eraseAndSettle } from "./matching.js";
import { mutate } from "./mutate.js";
import { connectionType, Page, pageSize, readCursor, writeCursor } from "./page.js";
import { recordingCursor, recordingPosition, RecordingConnection } from "./recordings.js";
import { DateTime, JsonScalar } from "./scalars.js";

@ObjectType({ simpleResolvers: true })
export class Client {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => String, { nullable: true })
  email!: string | null;

  @Field(() => String, { nullable: true })
  crmEntityId!: string | null;

  @Field(() => String, { nullable: true })
  address!: string | null;

  @Field(() => DateTime, { nullable: true })
  insightsUpdatedAt!: number | null;

  @Field(() => String, { nullable: true })
  notes!: string | null;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime)
  updatedAt!: number;
}

export const ClientConnection = connectionType("Client", () => Client);

@InputType()
class ClientFilter {
  @Field(() => String, { nullable: true })
  crmEntityId?: string | null;

  @Field(() => String, { nullable: true })
  email?: string | null;
}

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

@Resolver(() => Client)
export class ClientResolver {
  @forIntegration()
  @Query(() => ClientConnection, { description: "Newest first." })
  async clients(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Arg("filter", () => ClientFilter, { nullable: true }) filter: ClientFilter | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<ClientRow>> {
    const { db, organizationId } = context;
    const cursorOf = (row: ClientRow): string =>
      writeCursor("clients", organizationId, { time: row.createdAt, id: row.id });
    // A look-up has at most one result: how many to show and from where is not asked.
    const { crmEntityId, email } = filter ?? {};
    if (typeof crmEntityId === "string" || email) {
      const row =
        typeof crmEntityId === "string"
          ? await clientByCrmEntityId(db, organizationId, crmEntityId)
          : await clientByEmail(db, organizationId, email!);
      return new Page(row ? [row] : [], 1, cursorOf);
    }
    const limit = pageSize(first);
    const at = typeof after === "string" ? readCursor("clients", organizationId, after) : undefined;
    const rows = await pageOfClients(db, organizationId, {
      limit: limit + 1,
      ...(at && { after: { createdAt: at.time, id: at.id } }),
    });
    return new Page(rows, limit, cursorOf);
  }

  @forIntegration()
  @Query(() => Client, { nullable: true })
  async client(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
  ): Promise<ClientRow | undefined> {
    return context.loaders.client.load(id);
  }

  @FieldResolver(() => JsonScalar)
  insights(@Root() client: ClientRow): unknown {
    return JSON.parse(client.insights);
  }

  @FieldResolver(() => RecordingConnection, { description: "Processed ones, newest first." })
  async recordings(
    @Root() client: ClientRow,
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<RecordingRow>> {
    const limit = pageSize(first);
    const rows = await context.loaders.recordingsOfClients.load({
      clientId: client.id,
      limit: limit + 1,
      before: recordingPosition(after),
    });
    return new Page(rows, limit, recordingCursor);
  }

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
      for (const recordingId of await recordingIdsOfClient(trx, organizationId, id))
        await eraseAndSettle(trx, organizationId, recordingId);
      await deleteClient(trx, organizationId, id);
      return true;
    });
  }
}
