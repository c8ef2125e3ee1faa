import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import {
  clientByCrmEntityId,
  clientByEmail,
  type ClientRow,
  pageOfClients,
} from "../db/clients.js";
import type { RecordingRow } from "../db/recordings.js";
import { forIntegration } from "./access.js";
import type { Context } from "./context.js";
import { Says } from "./keywords.js";
import { connectionType, Page, pageSize, readCursor, writeCursor } from "./page.js";
import { recordingCursor, recordingPosition, RecordingConnection } from "./recording-lists.js";
import { DateTime, JsonScalar } from "./scalars.js";

@ObjectType({ simpleResolvers: true })
export class Client {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => String, { nullable: true, description: "Several clients may have the same." })
  email!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The id that the organization's own system has; no two clients have the same.",
  })
  crmEntityId!: string | null;

  @Field(() => String, { nullable: true })
  address!: string | null;

  @Field(() => DateTime, { nullable: true, description: "When insights were last written." })
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
  @Field(() => String, {
    nullable: true,
    description: "The one with this id of the organization's own system.",
  })
  crmEntityId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The newest one with exactly this address, upper and lower case as it was stored.",
  })
  email?: string | null;
}

@Resolver(() => Client)
export class ClientResolver {
  @forIntegration()
  @Query(() => ClientConnection, { description: "Newest first." })
  async clients(
    @Arg("first", () => Int, {
      nullable: true,
      defaultValue: 25,
      description: "How many to answer with, from 1 to 100.",
    })
    first: number | null,
    @Arg("after", () => String, {
      nullable: true,
      description: "The nextCursor of the page before.",
    })
    after: string | null | undefined,
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
    @Arg("id", () => ID, { description: "The client's own id." }) id: string,
    @Ctx() context: Context,
  ): Promise<ClientRow | undefined> {
    return context.loaders.client.load(id);
  }

  @Says({ type: "object" })
  @FieldResolver(() => JsonScalar, {
    description: "What is known of the client, by names that the organization chose.",
  })
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
    const before = recordingPosition(after);
    const rows = await context.loaders.recordingsOfClients.load({
      parent: client.id,
      limit: limit + 1,
      after: before === undefined ? undefined : { time: before, id: "" },
    });
    return new Page(rows, limit, recordingCursor);
  }
}
