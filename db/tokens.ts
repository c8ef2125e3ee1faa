import type { Db } from "./connect.js";

export interface TokenRow {
  hash: string;
  role: "internal" | "operator";
  /** Null for an operator, who belongs to no organization. */
  organizationId: string | null;
  createdAt: number;
}

export const insertToken = async (db: Db, token: TokenRow): Promise<void> => {
  await db("tokens").insert({
    hash: token.hash,
    role: token.role,
    organization_id: token.organizationId,
    created_at: token.createdAt,
  });
};

export const tokenByHash = async (db: Db, hash: string): Promise<TokenRow | undefined> =>
  db("tokens").where({ hash }).first({
    hash: "hash",
    role: "role",
    organizationId: "organization_id",
    createdAt: "created_at",
  });
