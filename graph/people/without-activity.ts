import type { UserRow } from "../../db/people/users.js";
import { isInScope } from "../../db/engine/viewer-scope.js";
import type { Context } from "../context/context.js";

/** Returns a user named by a visible object. Omits the activity of users outside the viewer's scope. */
export const withoutActivity = ({ scope }: Pick<Context, "scope">, user: UserRow): UserRow =>
  isInScope(scope, user.id)
    ? user
    : {
        ...user,
        lastProcessAIAction: null,
        lastProcessAIAt: null,
        lastCoachAssistantAction: null,
        lastCoachAssistantAt: null,
        lastRecordedAt: null,
        accessedAt: null,
      };
