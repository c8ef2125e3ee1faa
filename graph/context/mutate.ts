import type { Db } from "../../db/engine/connect.js";
import { write } from "../../db/engine/write.js";
import type { Context } from "./context.js";
import { applyEffects, createEffects, type Effects } from "./effects.js";
import { Loaders } from "./loaders.js";

/**
 * Runs a change in one transaction of the caller's organization, and applies its effects after the commit.
 * Replaces the loaders, so that a later field of the same request shows the change.
 */
export const mutate = async <T>(
  context: Context,
  change: (trx: Db, effects: Effects) => Promise<T>,
): Promise<T> => {
  const effects = createEffects();
  const result = await write(context.db, context.organizationId, async (trx) => {
    const changed = await change(trx, effects);
    // Before the commit: an acknowledged erasure is certain to be in the journal.
    if (effects.erasures.length > 0)
      await context.erasures.record(context.organizationId, effects.erasures);
    return changed;
  });
  context.loaders = new Loaders(context);
  await applyEffects(context, context.organizationId, effects);
  return result;
};
