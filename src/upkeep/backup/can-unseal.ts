import { createVault } from "../../base/config/vault.js";

/** Returns whether the key (64 hex digits) opens the sealed text. */
export const canUnseal = (key: string, sealed: string): boolean => {
  try {
    createVault(Buffer.from(key, "hex")).open(sealed);
    return true;
  } catch {
    return false;
  }
};
