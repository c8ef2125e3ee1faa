import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";

/** A link by which anyone can hear a clip. Times are milliseconds since 1970. */
export interface ClipLinkRow {
  id: string;
  clipId: string;
  authorId: string;
  createdAt: number;
  expiresAt: number;
}

const columns = {
  id: "id",
  clipId: "clip_id",
  authorId: "author_id",
  createdAt: "created_at",
  expiresAt: "expires_at",
};

/** Loads the links of clips that haven't expired, oldest first. */
export const loadClipLinks = async (
  db: Db,
  organizationId: string,
  clipIds: readonly string[],
  now: number,
): Promise<ClipLinkRow[]> =>
  db("clip_links")
    .select(columns)
    .where("organization_id", organizationId)
    .where(inList(db, "clip_id", clipIds))
    .where("expires_at", ">", now)
    .orderBy(["created_at", "id"]);

export const findClipLink = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<ClipLinkRow | undefined> =>
  db("clip_links").where({ organization_id: organizationId, id }).first(columns);

/** Finds the clip of the valid link with this SHA-256 (hex). */
export const findClipIdByLink = async (
  db: Db,
  hash: string,
  now: number,
): Promise<{ organizationId: string; clipId: string } | undefined> =>
  db("clip_links")
    .where("hash", hash)
    .where("expires_at", ">", now)
    .first({ organizationId: "organization_id", clipId: "clip_id" });

/** Inserts a link, and deletes the clip's expired ones. */
export const insertClipLink = async (
  trx: Db,
  organizationId: string,
  { id, clipId, authorId, createdAt, expiresAt }: ClipLinkRow,
  hash: string,
): Promise<void> => {
  await trx("clip_links")
    .where({ organization_id: organizationId, clip_id: clipId })
    .where("expires_at", "<=", createdAt)
    .delete();
  await trx("clip_links").insert({
    organization_id: organizationId,
    id,
    clip_id: clipId,
    author_id: authorId,
    hash,
    created_at: createdAt,
    expires_at: expiresAt,
  });
};

/** Deletes a link. Returns false without one. */
export const deleteClipLink = async (
  trx: Db,
  organizationId: string,
  id: string,
): Promise<boolean> =>
  (await trx("clip_links").where({ organization_id: organizationId, id }).delete()) > 0;
