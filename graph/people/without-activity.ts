import type { UserRow } from "../../db/people/users.js";
import { isInScope } from "../../db/engine/viewer-scope.js";
import type { Context } from "../context/context.js";

/** Returns a user whom a visible object names, without the activity of one outside of the viewer's scope. */
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
