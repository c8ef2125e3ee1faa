import { createHmac } from "node:crypto";
import type { Db } from "../../db/engine/connect.js";
import {
  hasErasedCall,
  insertErasureKey,
  loadErasureKey,
} from "../../db/recordings/erased-calls.js";
import type { Services } from "../core/context.js";
import { conflict, type Failure } from "../core/errors.js";

const KEY_BYTES = 32;

const hashCall = (key: string, callId: string): string =>
  createHmac("sha256", Buffer.from(key, "base64url")).update(callId).digest("base64url");

/**
 * Returns the digest under which an erased call stays known. Its key is the organization's own and sealed, so
 * that a copy of the database can't confirm a guessed call id. The first erasure creates the key.
 */
export const hashErasedCall = async (
  trx: Db,
  services: Pick<Services, "vault" | "randomBytes"> & { organizationId: string },
  callId: string,
): Promise<string> => {
  const { vault, organizationId } = services;
  const sealed = await loadErasureKey(trx, organizationId);
  if (sealed !== null) return hashCall(vault.open(sealed), callId);
  const key = services.randomBytes(KEY_BYTES).toString("base64url");
  await insertErasureKey(trx, organizationId, vault.seal(key));
  return hashCall(key, callId);
};

/** Returns whether the recording of this call was erased. */
export const isErasedCall = async (
  db: Db,
  { vault }: Pick<Services, "vault">,
  organizationId: string,
  callId: string,
): Promise<boolean> => {
  const sealed = await loadErasureKey(db, organizationId);
  return sealed !== null && hasErasedCall(db, organizationId, hashCall(vault.open(sealed), callId));
};

/** Builds the refusal of a call whose recording was erased. */
export const erasedCallConflict = (): Failure =>
  conflict("belongs to a deleted recording", "callId");
