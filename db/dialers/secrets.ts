import type { Db } from "../engine/connect.js";

export interface DialerSecretRow {
  adapter: string;
  /** Sealed. */
  secret: string;
  /** Milliseconds since 1970. */
  setAt: number;
}

const columns = { adapter: "adapter", secret: "secret", setAt: "set_at" } as const;

/** Lists the secrets of the organization's phone systems. */
export const listDialerSecrets = async (
  db: Db,
  organizationId: string,
): Promise<DialerSecretRow[]> =>
  db("dialer_secrets").select(columns).where("organization_id", organizationId);

export const findDialerSecret = async (
  db: Db,
  organizationId: string,
  adapter: string,
): Promise<DialerSecretRow | undefined> =>
  db("dialer_secrets").select(columns).where({ organization_id: organizationId, adapter }).first();

export const upsertDialerSecret = async (
  trx: Db,
  organizationId: string,
  { adapter, secret, setAt }: DialerSecretRow,
): Promise<void> => {
  await trx("dialer_secrets")
    .insert({ organization_id: organizationId, adapter, secret, set_at: setAt })
    .onConflict(["organization_id", "adapter"])
    .merge();
};

export const deleteDialerSecret = async (
  trx: Db,
  organizationId: string,
  adapter: string,
): Promise<boolean> =>
  (await trx("dialer_secrets").where({ organization_id: organizationId, adapter }).delete()) > 0;
