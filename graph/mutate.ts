import type { Db } from "../db/connect.js";
import { write } from "../db/write.js";
import type { Context } from "./context.js";
import { createLoaders } from "./loaders.js";

/**
 * Runs a mutation's change in one transaction of the caller's organization. What the request had read
 * before is forgotten, so that a later field of the same request shows the change. Files that no recording has any more are gone
 * when this returns.
 */
export const mutate = async <T>(context: Context, change: (trx: Db) => Promise<T>): Promise<T> => {
  // Those of a change before that failed are still their recordings'.
  context.dropped = [];
  const result = await write(context.db, context.organizationId, change);
  context.loaders = createLoaders(context.db, context.organizationId);
  if (context.mail.length > 0) context.courier.wake(context.mail.splice(0));
  for (const file of context.dropped) await context.media.remove(context.organizationId, file);
  return result;
};
