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
  findClientByCrmEntityId,
  findClientByEmail,
  type ClientRow,
  listClients,
} from "../../db/clients/client.js";
import { type ClientTerms, parseClientTerms, searchClients } from "../../db/clients/search.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { forViewers } from "../access/access.js";
import type { Context } from "../context/context.js";
import { Constraint } from "../arguments/constraints.js";
import {
  createConnectionType,
  Page,
  resolvePageSize,
  decodeKeyset,
  encodeKeyset,
} from "../arguments/pagination.js";
import { RecordingConnection } from "../recordings/connection.js";
import { formatRecordingCursor, parseRecordingCursor } from "../recordings/cursors.js";
import { countSet, loadPage, SCAN_ROWS, Scans } from "../context/scans.js";
import { DateTime, JsonScalar } from "../arguments/scalars.js";
import { invalidField } from "../core/errors.js";
import { createStoredJsonParser } from "../core/exact-json.js";
import { clientLoader, clientPhonesLoader, recordingsOfClientsLoader } from "./loaders.js";

const parseInsights = createStoredJsonParser();

@ObjectType({ simpleResolvers: true })
export class Client {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => String, { nullable: true, description: "Several clients may share an address." })
  email!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The client's id in the organization's CRM, unique in the organization.",
  })
  crmEntityId!: string | null;

  @Field(() => String, { nullable: true })
  address!: string | null;

  @Field(() => DateTime, { nullable: true, description: "When insights last changed." })
  insightsUpdatedAt!: number | null;

  @Field(() => String, { nullable: true })
  notes!: string | null;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime)
  updatedAt!: number;
}

const ClientConnection = createConnectionType("Client", () => Client);

const MAX_CLIENT_SEARCH = 200;

@InputType()
class ClientFilter {
  @Field(() => String, {
    nullable: true,
    description: "The client with this CRM id.",
  })
  crmEntityId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The newest client with exactly this address, case-sensitive.",
  })
  email?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Clients with all these words in name, e-mail, CRM id and address, also as parts of words and without accents; or with these digits in a phone number. Not together with the other fields.",
  })
  @Constraint({ minLength: 1, maxLength: MAX_CLIENT_SEARCH })
  search?: string | null;
}

const MAX_CLIENT_SEARCH_WORDS = 20;

/** Reads a search. @throws INVALID_FIELD */
const parseSearch = (text: string): ClientTerms => {
  if (text.length > MAX_CLIENT_SEARCH)
    throw invalidField("search", `must have at most ${MAX_CLIENT_SEARCH} characters`);
  const terms = parseClientTerms(text);
  if (terms.words.length === 0) throw invalidField("search", "must contain a letter or a digit");
  if (terms.words.length > MAX_CLIENT_SEARCH_WORDS)
    throw invalidField("search", `must have at most ${MAX_CLIENT_SEARCH_WORDS} words`);
  return terms;
};

const priceSearch = ({ filter }: Record<string, unknown>): number =>
  countSet(filter, ["search"]) > 0 ? SCAN_ROWS : 0;

@Resolver(() => Client)
export class ClientResolver {
  @forViewers()
  @Scans(priceSearch)
  @Query(() => ClientConnection, { description: "Newest first." })
  async clients(
    @Arg("first", () => Int, {
      nullable: true,
      defaultValue: 25,
      description: "The page size, from 1 to 100.",
    })
    first: number | null,
    @Arg("after", () => String, {
      nullable: true,
      description: "The nextCursor of the previous page.",
    })
    after: string | null | undefined,
    @Arg("filter", () => ClientFilter, { nullable: true }) filter: ClientFilter | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<ClientRow>> {
    const { db, organizationId } = context;
    const cursorOf = (row: ClientRow): string =>
      encodeKeyset("clients", organizationId, { time: row.createdAt, id: row.id });
    // A lookup has at most one result: it ignores first and after.
    const { crmEntityId, email, search } = filter ?? {};
    const terms = typeof search === "string" ? parseSearch(search) : undefined;
    if (terms && (typeof crmEntityId === "string" || email))
      throw invalidField("search", "can't be combined with crmEntityId or email");
    if (typeof crmEntityId === "string" || email) {
      const row =
        typeof crmEntityId === "string"
          ? await findClientByCrmEntityId(db, organizationId, crmEntityId)
          : await findClientByEmail(db, organizationId, email!);
      return new Page(row ? [row] : [], 1, cursorOf);
    }
    const limit = resolvePageSize(first);
    const keyset =
      typeof after === "string" ? decodeKeyset("clients", organizationId, after) : undefined;
    const page = {
      limit: limit + 1,
      ...(keyset && { after: { createdAt: keyset.time, id: keyset.id } }),
    };
    const rows = terms
      ? await loadPage(context, "clientSearch", searchClients, { ...page, terms })
      : await loadPage(context, "clients", listClients, page);
    return new Page(rows, limit, cursorOf);
  }

  @forViewers()
  @Query(() => Client, { nullable: true })
  async client(
    @Arg("id", () => ID, { description: "The client's own id." }) id: string,
    @Ctx() context: Context,
  ): Promise<ClientRow | undefined> {
    return context.loaders.get(clientLoader).load(id);
  }

  @Constraint({ type: "object" })
  @FieldResolver(() => JsonScalar, {
    description: "Facts about the client, under names that the organization chose.",
  })
  insights(@Root() client: ClientRow): unknown {
    return parseInsights(client.insights);
  }

  @FieldResolver(() => [String], {
    description: "The client's phone numbers, in E.164. Several clients may share one.",
  })
  async phones(@Root() { id }: ClientRow, @Ctx() { loaders }: Context): Promise<string[]> {
    return (await loaders.get(clientPhonesLoader).load(id)).map(({ phone }) => phone).toSorted();
  }

  @FieldResolver(() => RecordingConnection, { description: "Processed recordings, newest first." })
  async recordings(
    @Root() client: ClientRow,
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<RecordingRow>> {
    const limit = resolvePageSize(first);
    const before = parseRecordingCursor(after);
    const rows = await context.loaders.get(recordingsOfClientsLoader).load({
      parent: client.id,
      limit: limit + 1,
      after: before === undefined ? undefined : { time: before, id: "" },
    });
    return new Page(rows, limit, formatRecordingCursor);
  }
}
