import type { Context } from "../context/context.js";
import { isPerson, type ContentViewAction } from "../core/content-views.js";

/** Records that a person looked at a recording. Programs that read recordings are not recorded. */
export const recordContentView = (
  { onContentViewed, organizationId, userId, personId, actor }: Context,
  action: ContentViewAction,
  recordingId: string,
): void => {
  if (!isPerson({ userId, personId })) return;
  onContentViewed({ organizationId, actor: actor(), action, subject: recordingId });
};
