import { UsersByName } from "./users.graphql.js";
import { useQuery } from "./query.js";

/**
 * The names of all users, inactive ones included, by their e-mails. Undefined until it is known: a list that
 * shows names waits for them, so that nothing moves. Where they cannot be had, none.
 */
export const useUsers = (): Record<string, string> | undefined => {
  const { data, problem } = useQuery(UsersByName, {});
  if (!data && !problem) return undefined;
  return Object.fromEntries(data?.users.map(({ email, name }) => [email, name]) ?? []);
};
