import type { Db } from "../engine/connect.js";

export type MediaCredentialKind = "basic" | "bearer" | "header";

/** The credential for fetching a phone system's recordings. */
export interface MediaCredentialRow {
  adapter: string;
  /** The only host that receives the credential, with the port unless it is 443. */
  host: string;
  kind: MediaCredentialKind;
  /** Sealed JSON. */
  secret: string;
  /** Milliseconds since 1970. */
  setAt: number;
}

const columns = {
  adapter: "adapter",
  host: "host",
  kind: "kind",
  secret: "secret",
  setAt: "set_at",
} as const;

/** Lists the organization's credentials by adapter. */
export const listMediaCredentials = async (
  db: Db,
  organizationId: string,
): Promise<MediaCredentialRow[]> =>
  db("dialer_media_credentials")
    .select(columns)
    .where("organization_id", organizationId)
    .orderBy("adapter");

export const findMediaCredential = async (
  db: Db,
  organizationId: string,
  adapter: string,
): Promise<MediaCredentialRow | undefined> =>
  db("dialer_media_credentials")
    .select(columns)
    .where({ organization_id: organizationId, adapter })
    .first();

export const upsertMediaCredential = async (
  trx: Db,
  organizationId: string,
  { setAt, ...row }: MediaCredentialRow,
): Promise<void> => {
  await trx("dialer_media_credentials")
    .insert({ organization_id: organizationId, ...row, set_at: setAt })
    .onConflict(["organization_id", "adapter"])
    .merge();
};

export const deleteMediaCredential = async (
  trx: Db,
  organizationId: string,
  adapter: string,
): Promise<boolean> =>
  (await trx("dialer_media_credentials")
    .where({ organization_id: organizationId, adapter })
    .delete()) > 0;
