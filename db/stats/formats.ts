import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";
import { selectImporting } from "../organizations/organization.js";

export interface StatsFormatRow {
  format: string;
  /** Days since 1970: a rebuild continues here. Null when every row has the format. */
  rebuildDay: number | null;
}

const formatByOrganization = prepareQuery<{ organizationId: string }, StatsFormatRow>(
  (db, { organizationId }) =>
    db("stat_formats")
      .select({ format: "format", rebuildDay: "rebuild_day" })
      .where("organization_id", organizationId),
);

/** Returns the format of the organization's stored statistics; undefined if it is unknown. */
export const findStatsFormat = async (
  db: Db,
  organizationId: string,
): Promise<StatsFormatRow | undefined> => (await formatByOrganization(db, { organizationId }))[0];

export const upsertStatsFormat = async (
  trx: Db,
  organizationId: string,
  { format, rebuildDay }: StatsFormatRow,
): Promise<void> => {
  await trx("stat_formats")
    .insert({ organization_id: organizationId, format, rebuild_day: rebuildDay })
    .onConflict("organization_id")
    .merge();
};

/**
 * Lists the organizations whose stored statistics have another format, an unknown one, or an unfinished rebuild.
 * Excludes organizations being imported: the import builds their statistics itself.
 */
export const listOrganizationsToRebuild = async (db: Db, format: string): Promise<string[]> =>
  db("organizations as o")
    .leftJoin("stat_formats as f", "f.organization_id", "o.id")
    .where(
      (where) =>
        void where
          .whereNull("f.format")
          .orWhereNot("f.format", format)
          .orWhereNotNull("f.rebuild_day"),
    )
    .whereNotIn("o.id", selectImporting(db))
    .orderBy(["o.created_at", "o.id"])
    .pluck("o.id");
