import type { Context } from "../context/context.js";
import { isPerson, type LookAction } from "../core/looks.js";

/** Records that a person looked at a recording. Programs that read recordings are not recorded. */
export const recordLook = (
  { onLooked, organizationId, userId, personId, actor }: Context,
  action: LookAction,
  recordingId: string,
): void => {
  if (!isPerson({ userId, personId })) return;
  onLooked({ organizationId, actor: actor(), action, subject: recordingId });
};
