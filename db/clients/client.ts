import { among, type OfMany } from "./among.js";
import { columnList } from "./columns.js";
import type { Db } from "./connect.js";
import { keyOf, keyOrNull } from "./key.js";
import { type Placeholder, prepared } from "./prepared.js";

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

const list = columnList(columns);

const clients = (db: Db, organizationId: string | Placeholder) =>
  db("clients").select(list(db)).where("organization_id", organizationId);

const newestFirst = [
  { column: "created_at", order: "desc" as const },
  { column: "id", order: "desc" as const },
];

interface Place {
  createdAt: number;
  id: string;
}

const page = prepared<{ organizationId: string; limit: number } & Partial<Place>, ClientRow>(
  (db, { organizationId, limit, createdAt, id }) => {
    const query = clients(db, organizationId);
    // SQLite seeks by the plain bound only; the pair decides among those of the same millisecond.
    if (createdAt !== undefined && id !== undefined)
      query
        .where("created_at", "<=", createdAt)
        .whereRaw("(created_at, id) < (?, ?)", [createdAt, id]);
    return query.orderBy(newestFirst).limit(limit);
  },
);

/** Newest first, strictly after the given one. */
export const pageOfClients = async (
  db: Db,
  organizationId: string,
  { limit, after }: { limit: number; after?: Place },
): Promise<ClientRow[]> => page(db, { organizationId, limit, ...after });

const byIds = prepared<OfMany, ClientRow>((db, { organizationId, ids }) =>
  clients(db, organizationId).where(among(db, "id", ids)),
);

export const clientsByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<ClientRow[]> => byIds(db, { organizationId, ids });

interface Keyed {
  organizationId: string;
  key: string;
}

const byCrmEntity = prepared<Keyed, ClientRow>((db, { organizationId, key }) =>
  clients(db, organizationId).where("crm_entity_key", key).first(),
);

export const clientByCrmEntityId = async (
  db: Db,
  organizationId: string,
  crmEntityId: string,
): Promise<ClientRow | undefined> =>
  (await byCrmEntity(db, { organizationId, key: keyOf(crmEntityId) }))[0];

const byEmail = prepared<Keyed, ClientRow>((db, { organizationId, key }) =>
  clients(db, organizationId).where("email_key", key).orderBy(newestFirst).first(),
);

/** The newest of those who share the address; case counts. */
export const clientByEmail = async (
  db: Db,
  organizationId: string,
  email: string,
): Promise<ClientRow | undefined> => (await byEmail(db, { organizationId, key: keyOf(email) }))[0];

export const insertClient = async (
  trx: Db,
  organizationId: string,
  client: Pick<ClientRow, "id" | "name" | "email" | "crmEntityId" | "address"> & { now: number },
): Promise<void> => {
  await trx("clients").insert({
    organization_id: organizationId,
    id: client.id,
    name: client.name,
    email: client.email,
    email_key: keyOrNull(client.email),
    crm_entity_id: client.crmEntityId,
    crm_entity_key: keyOrNull(client.crmEntityId),
    address: client.address,
    insights: "{}",
    created_at: client.now,
    updated_at: client.now,
  });
};

/** Changes the fields given. */
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
  if (email !== undefined) row["email_key"] = keyOrNull(email);
  if (crmEntityId !== undefined) row["crm_entity_key"] = keyOrNull(crmEntityId);
  await trx("clients").where({ organization_id: organizationId, id }).update(row);
};

/** Lets go of the client wherever it could come from, so that no recording gets it any more. */
export const releaseClient = async (trx: Db, organizationId: string, id: string): Promise<void> => {
  for (const [table, column] of [
    ["recordings", "created_client_id"],
    ["recordings", "customer_client_id"],
    ["appointments", "client_id"],
  ] as const)
    await trx(table)
      .where({ organization_id: organizationId, [column]: id })
      .update({ [column]: null });
};

/** The caller has released it and erased its recordings. */
export const deleteClient = async (trx: Db, organizationId: string, id: string): Promise<void> => {
  await trx("clients").where({ organization_id: organizationId, id }).delete();
};
