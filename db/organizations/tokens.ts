import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";

export interface TokenRow {
  hash: string;
  role: "internal" | "operator";
  /** Null for an operator token. */
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

const findByHash = prepareQuery<{ hash: string }, TokenRow>((db, { hash }) =>
  db("tokens").where("hash", hash).first({
    hash: "hash",
    role: "role",
    organizationId: "organization_id",
    createdAt: "created_at",
  }),
);

export const findTokenByHash = async (db: Db, hash: string): Promise<TokenRow | undefined> =>
  (await findByHash(db, { hash }))[0];
