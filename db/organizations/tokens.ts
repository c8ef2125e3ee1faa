import type { Db } from "./connect.js";
import { prepared } from "./prepared.js";

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

const byHash = prepared<{ hash: string }, TokenRow>((db, { hash }) =>
  db("tokens").where("hash", hash).first({
    hash: "hash",
    role: "role",
    organizationId: "organization_id",
    createdAt: "created_at",
  }),
);

export const tokenByHash = async (db: Db, hash: string): Promise<TokenRow | undefined> =>
  (await byHash(db, { hash }))[0];
