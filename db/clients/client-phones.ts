import type { Db } from "../engine/connect.js";
import { inList, type IdBatch } from "../engine/in-list.js";
import { prepareQuery } from "../engine/prepared.js";
import { withinClientScope } from "../engine/viewer-scope.js";

export interface ClientPhoneRow {
  clientId: string;
  /** In E.164. Several clients may share it. */
  phone: string;
}

const columns = { clientId: "client_id", phone: "phone" };

const byClientIds = prepareQuery<IdBatch, ClientPhoneRow>((db, { organizationId, ids }) =>
  db("client_phones")
    .select(columns)
    .where("organization_id", organizationId)
    .where(inList(db, "client_id", ids))
    .modify(withinClientScope(db, organizationId, "client_phones.client_id")),
);

/** Loads the phones of clients, in any order. */
export const loadClientPhones = async (
  db: Db,
  organizationId: string,
  clientIds: readonly string[],
): Promise<ClientPhoneRow[]> => byClientIds(db, { organizationId, ids: clientIds });

const byPhone = prepareQuery<{ organizationId: string; phone: string }, ClientPhoneRow>(
  (db, { organizationId, phone }) =>
    db("client_phones")
      .select(columns)
      .where({ organization_id: organizationId, phone })
      .modify(withinClientScope(db, organizationId, "client_phones.client_id"))
      .limit(2),
);

/** Returns the only client with this phone, among those that the handle can see; undefined if several share it. */
export const findOnlyClientIdByPhone = async (
  db: Db,
  organizationId: string,
  phone: string,
): Promise<string | undefined> => {
  const [first, second] = await byPhone(db, { organizationId, phone });
  return second ? undefined : first?.clientId;
};

/** Adds phones to a client, which may already have some of them. */
export const insertClientPhones = async (
  trx: Db,
  organizationId: string,
  clientId: string,
  phones: readonly string[],
): Promise<void> => {
  if (phones.length === 0) return;
  await trx("client_phones")
    .insert(
      phones.map((phone) => ({ organization_id: organizationId, client_id: clientId, phone })),
    )
    .onConflict(["organization_id", "client_id", "phone"])
    .ignore();
};

export const deleteClientPhones = async (
  trx: Db,
  organizationId: string,
  clientId: string,
): Promise<void> => {
  await trx("client_phones")
    .where({ organization_id: organizationId, client_id: clientId })
    .delete();
};
