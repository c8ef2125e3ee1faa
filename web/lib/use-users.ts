import { UsersByName } from "./users.graphql.js";
import { useIsAdmin } from "./use-is-admin.js";
import { useQuery } from "./use-query.js";

/**
 * Returns the names of all users by e-mail, inactive users included for admins; empty if they can't be loaded.
 * Undefined while loading: lists that show names wait, so that nothing moves.
 */
export const useUsers = (): Record<string, string> | undefined => {
  const { data, problem } = useQuery(UsersByName, { active: useIsAdmin() ? null : true });
  if (!data && !problem) return undefined;
  return Object.fromEntries(data?.users.map(({ email, name }) => [email, name]) ?? []);
};
