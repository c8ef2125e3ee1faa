import { UsersByName } from "./users.graphql.js";
import { useIsAdmin } from "./use-is-admin.js";
import { useQuery } from "./use-query.js";

/**
 * Returns the names of all users by e-mail, inactive users included for admins unless `isActiveOnly`; empty if they can't be loaded.
 * Undefined while loading: lists that show names wait, so that nothing moves.
 */
export const useUsers = (isActiveOnly = false): Record<string, string> | undefined => {
  const includesInactive = useIsAdmin() && !isActiveOnly;
  const { data, problem } = useQuery(UsersByName, { active: includesInactive ? null : true });
  if (!data && !problem) return undefined;
  return Object.fromEntries(data?.users.map(({ email, name }) => [email, name]) ?? []);
};
