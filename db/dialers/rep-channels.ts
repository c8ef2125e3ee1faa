import type { Db } from "../engine/connect.js";

/** The rep's channel: one of the two, or determined by the call's direction. */
export type RepChannel = "left" | "right" | "caller_left";

export interface RepChannelRow {
  source: string;
  repChannel: RepChannel;
}

const columns = { source: "source", repChannel: "rep_channel" } as const;

/** Lists the call sources with a configured rep channel. */
export const listRepChannels = async (db: Db, organizationId: string): Promise<RepChannelRow[]> =>
  db("rep_channels").select(columns).where("organization_id", organizationId);

export const findRepChannel = async (
  db: Db,
  organizationId: string,
  source: string,
): Promise<RepChannelRow | undefined> =>
  db("rep_channels").select(columns).where({ organization_id: organizationId, source }).first();

export const upsertRepChannel = async (
  trx: Db,
  organizationId: string,
  { source, repChannel }: RepChannelRow,
): Promise<void> => {
  await trx("rep_channels")
    .insert({ organization_id: organizationId, source, rep_channel: repChannel })
    .onConflict(["organization_id", "source"])
    .merge();
};

export const deleteRepChannel = async (
  trx: Db,
  organizationId: string,
  source: string,
): Promise<void> => {
  await trx("rep_channels").where({ organization_id: organizationId, source }).delete();
};
