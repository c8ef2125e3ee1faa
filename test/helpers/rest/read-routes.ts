import { restRoutes } from "../../../rest/routes/index.js";
import type { Route } from "../../../rest/route.js";

const readRoutes = restRoutes.filter(({ method }) => method === "get");

/** The routes of /v1 that return lists or statistics. */
export const listRoutes = readRoutes.filter(({ path }) => !path.includes(":"));

const variablesOf = ({ operation }: Route): string[] =>
  [...operation.matchAll(/\$(\w+):/g)].map(([, name]) => name!);

export const isPaged = (route: Route): boolean => /\bnextCursor\b/.test(route.operation);

export const pagedPaths = listRoutes.filter(isPaged).map(({ path }) => path);

/** Valid values of the parameters that a path requires. */
export const requiredParameters: Record<string, Record<string, string>> = {
  "/v1/stats": { groupBy: "user" },
  "/v1/sentences": { meaning: "Hello" },
};

/** Lists the query parameters of a route. */
export const listParameters = (route: Route): string[] => {
  const flags = new Set(Object.values(route.flags ?? {}).flat());
  return [...variablesOf(route), ...Object.keys({ ...route.aliases, ...route.flags })].filter(
    (name) => !flags.has(name) && !route.path.includes(`:${name}`),
  );
};

/** Returns the paths of the read routes that no requested URL covers. */
export const findUnread = (urls: readonly string[]): string[] =>
  readRoutes
    .map(({ path }) => path)
    .filter((path) => {
      const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, "[^/?]+")}(?:\\?|$)`);
      return !urls.some((url) => pattern.test(url));
    });
