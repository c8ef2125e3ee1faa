import type { Knex } from "knex";
import { inList, type IdBatch } from "../engine/in-list.js";
import { createColumnList } from "../engine/column-list.js";
import type { Db } from "../engine/connect.js";
import { buildLookupKey, buildLookupKeyOrNull } from "../engine/lookup-key.js";
import type { Placeholder } from "../engine/placeholder.js";
import { prepareQuery } from "../engine/prepared.js";
import { limitScan } from "../engine/read-limit.js";
import { scopeOf, withinClientScope } from "../engine/viewer-scope.js";

export interface ClientRow {
  id: string;
  name: string | null;
  email: string | null;
  crmEntityId: string | null;
  address: string | null;
  /** JSON. */
  insights: string;
  insightsUpdatedAt: number | null;
  notes: string | null;
  createdAt: number;
  updatedAt: number;
}

const columns = {
  id: "id",
  name: "name",
  email: "email",
  crmEntityId: "crm_entity_id",
  address: "address",
  insights: "insights",
  insightsUpdatedAt: "insights_updated_at",
  notes: "notes",
  createdAt: "created_at",
  updatedAt: "updated_at",
} as const;

const selectColumns = createColumnList(columns);

const queryClients = (
  db: Db,
  organizationId: string | Placeholder,
  select: (db: Db) => Knex.Raw = selectColumns,
) =>
  db("clients")
    .select(select(db))
    .where("organization_id", organizationId)
    .modify(withinClientScope(db, organizationId, "clients.id"));

const newestFirst = [
  { column: "created_at", order: "desc" as const },
  { column: "id", order: "desc" as const },
];

export interface ClientKeyset {
  createdAt: number;
  id: string;
}

const preparePage = <Row>(select?: (db: Db) => Knex.Raw) =>
  prepareQuery<{ organizationId: string; limit: number } & Partial<ClientKeyset>, Row>(
    (db, { organizationId, limit, createdAt, id }) => {
      const query = queryClients(db, organizationId, select);
      if (scopeOf(db)) query.whereRaw(limitScan(db));
      // SQLite seeks by the plain bound only; the row comparison breaks ties.
      if (createdAt !== undefined && id !== undefined)
        query
          .where("created_at", "<=", createdAt)
          .whereRaw("(created_at, id) < (?, ?)", [createdAt, id]);
      return query.orderBy(newestFirst).limit(limit);
    },
  );

const page = preparePage<ClientRow>();

interface ClientPage {
  limit: number;
  after?: ClientKeyset;
}

/** Lists clients, newest first, from after the keyset. */
export const listClients = async (
  db: Db,
  organizationId: string,
  { limit, after }: ClientPage,
): Promise<ClientRow[]> => page(db, { organizationId, limit, ...after });

/** What a search looks at. */
export type SearchedClient = Pick<ClientRow, keyof typeof searchedColumns>;

const { id, name, email, crmEntityId, address, createdAt } = columns;
const searchedColumns = { id, name, email, crmEntityId, address, createdAt };
const searchedPage = preparePage<SearchedClient>(createColumnList(searchedColumns));

/** Lists what a search looks at, in the same order. */
export const listSearchedClients = async (
  db: Db,
  organizationId: string,
  { limit, after }: ClientPage,
): Promise<SearchedClient[]> => searchedPage(db, { organizationId, limit, ...after });

const byIds = prepareQuery<IdBatch, ClientRow>((db, { organizationId, ids }) =>
  queryClients(db, organizationId).where(inList(db, "id", ids)),
);

export const loadClientsByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<ClientRow[]> => byIds(db, { organizationId, ids });

interface LookupValues {
  organizationId: string;
  key: string;
}

const byCrmEntity = prepareQuery<LookupValues, ClientRow>((db, { organizationId, key }) =>
  queryClients(db, organizationId).where("crm_entity_key", key).first(),
);

export const findClientByCrmEntityId = async (
  db: Db,
  organizationId: string,
  crmEntityId: string,
): Promise<ClientRow | undefined> =>
  (await byCrmEntity(db, { organizationId, key: buildLookupKey(crmEntityId) }))[0];

const byEmail = prepareQuery<LookupValues, ClientRow>((db, { organizationId, key }) =>
  queryClients(db, organizationId).where("email_key", key).orderBy(newestFirst).first(),
);

/** Returns the newest client with this address, case-sensitive. */
export const findClientByEmail = async (
  db: Db,
  organizationId: string,
  email: string,
): Promise<ClientRow | undefined> =>
  (await byEmail(db, { organizationId, key: buildLookupKey(email) }))[0];

/** Returns whether a client came with a call or an appointment of one of the users, and none refers to it any more. */
export const isUnusedClientOf = async (
  db: Db,
  organizationId: string,
  id: string,
  userIds: readonly string[],
): Promise<boolean> => {
  const isOf = (table: string) =>
    db(table).select("client_id").where({ organization_id: organizationId, client_id: id });
  const row: unknown = await db("clients")
    .where({ organization_id: organizationId, id })
    .where(inList(db, "created_for_user_id", userIds))
    .whereNotExists(isOf("recordings"))
    .whereNotExists(isOf("appointments"))
    .first(db.raw("1 AS one"));
  return row !== undefined;
};

export const insertClient = async (
  trx: Db,
  organizationId: string,
  client: Pick<ClientRow, "id" | "name" | "email" | "crmEntityId" | "address"> & {
    /** The user whose call or appointment created the client. */
    createdForUserId: string | null;
    now: number;
  },
): Promise<void> => {
  await trx("clients").insert({
    organization_id: organizationId,
    id: client.id,
    name: client.name,
    email: client.email,
    email_key: buildLookupKeyOrNull(client.email),
    crm_entity_id: client.crmEntityId,
    crm_entity_key: buildLookupKeyOrNull(client.crmEntityId),
    address: client.address,
    insights: "{}",
    created_for_user_id: client.createdForUserId,
    created_at: client.now,
    updated_at: client.now,
  });
};

/** Updates the fields in `changes`. */
export const updateClient = async (
  trx: Db,
  organizationId: string,
  id: string,
  changes: Partial<Omit<ClientRow, "id" | "createdAt">>,
): Promise<void> => {
  const row: Record<string, unknown> = Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [columns[field as keyof ClientRow], value]),
  );
  const { email, crmEntityId } = changes;
  if (email !== undefined) row["email_key"] = buildLookupKeyOrNull(email);
  if (crmEntityId !== undefined) row["crm_entity_key"] = buildLookupKeyOrNull(crmEntityId);
  await trx("clients").where({ organization_id: organizationId, id }).update(row);
};

/** Clears every reference that could assign this client to a recording. */
export const detachClient = async (trx: Db, organizationId: string, id: string): Promise<void> => {
  for (const [table, column] of [
    ["recordings", "created_client_id"],
    ["recordings", "customer_client_id"],
    ["appointments", "client_id"],
  ] as const)
    await trx(table)
      .where({ organization_id: organizationId, [column]: id })
      .update({ [column]: null });
};

/** Deletes a client. Detach it and erase its recordings first. */
export const deleteClient = async (trx: Db, organizationId: string, id: string): Promise<void> => {
  await trx("clients").where({ organization_id: organizationId, id }).delete();
};

/** Lists ids in ascending order, starting after the id `after`. */
export const listClientIds = async (
  db: Db,
  organizationId: string,
  after: string,
  limit: number,
): Promise<string[]> =>
  db("clients")
    .where("organization_id", organizationId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .pluck("id");
