import { createVault } from "../vault.js";

/** Whether the key (64 hex digits) opens a sealed text. */
export const opens = (key: string, sealed: string): boolean => {
  try {
    createVault(Buffer.from(key, "hex")).open(sealed);
    return true;
  } catch {
    return false;
  }
};
