import { createHmac } from "node:crypto";
import type { Db } from "../../db/engine/connect.js";
import {
  hasErasedCall,
  storeErasureKey,
  loadErasureKey,
} from "../../db/recordings/erased-calls.js";
import type { Services } from "../context/context.js";
import { conflict, type Failure } from "../core/errors.js";

const KEY_BYTES = 32;

const hashCall = (key: string, callId: string): string =>
  createHmac("sha256", Buffer.from(key, "base64url")).update(callId).digest("base64url");

/**
 * Loads the organization's key. Returns undefined before the first erasure, and if another vault sealed the key: after
 * the loss of a vault key, an organization must still receive calls, and can erase with a new key.
 */
const loadKey = async (
  db: Db,
  { vault }: Pick<Services, "vault">,
  organizationId: string,
): Promise<string | undefined> => {
  const sealed = await loadErasureKey(db, organizationId);
  if (sealed === null) return undefined;
  try {
    return vault.open(sealed);
  } catch {
    return undefined;
  }
};

/**
 * Returns the digest that identifies an erased call. Its key is per organization and sealed, so that a database copy
 * can't confirm a guessed call id. The first erasure creates the key.
 */
export const hashErasedCall = async (
  trx: Db,
  services: Pick<Services, "vault" | "randomBytes"> & { organizationId: string },
  callId: string,
): Promise<string> => {
  const { vault, organizationId } = services;
  const key = await loadKey(trx, services, organizationId);
  if (key !== undefined) return hashCall(key, callId);
  const newKey = services.randomBytes(KEY_BYTES).toString("base64url");
  await storeErasureKey(trx, organizationId, vault.seal(newKey));
  return hashCall(newKey, callId);
};

/**
 * Returns whether the recording of this call was erased: in this database or, according to the journal, in one that a
 * restore replaced.
 */
export const isErasedCall = async (
  db: Db,
  services: Pick<Services, "vault" | "erasures">,
  organizationId: string,
  callId: string,
): Promise<boolean> => {
  if (services.erasures.has(organizationId, { kind: "call", id: callId })) return true;
  const key = await loadKey(db, services, organizationId);
  return key !== undefined && hasErasedCall(db, organizationId, hashCall(key, callId));
};

/** Builds the refusal of a call whose recording was erased. */
export const erasedCallConflict = (): Failure =>
  conflict("belongs to a deleted recording", "callId");
