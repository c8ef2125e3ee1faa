import type { Services } from "./context.js";
import type { ErasedSubject } from "../core/ports.js";

/** The work that follows a change after its commit. A failed change has no effects. */
export interface Effects {
  /** Ids of webhooks with new deliveries. */
  webhooksToWake: string[];
  /** Media files without a recording. */
  filesToDelete: string[];
  /** Media files that stay in the trash for some days. */
  filesToDiscard: string[];
  /** The erased items, recorded before the commit. */
  erasures: ErasedSubject[];
}

export const createEffects = (): Effects => ({
  webhooksToWake: [],
  filesToDelete: [],
  filesToDiscard: [],
  erasures: [],
});

/** Wakes the notifier, and deletes and discards files. Call it after the commit, never inside the transaction. */
export const applyEffects = async (
  { notifier, media, now }: Pick<Services, "notifier" | "media" | "now">,
  organizationId: string,
  { webhooksToWake, filesToDelete, filesToDiscard }: Effects,
): Promise<void> => {
  if (webhooksToWake.length > 0) notifier.wake(organizationId, webhooksToWake);
  for (const file of filesToDelete) await media.remove(organizationId, file);
  for (const file of filesToDiscard) await media.discard(organizationId, file, now());
};
