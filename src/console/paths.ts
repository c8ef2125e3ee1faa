/** The screens of the console: web/screens.ts has one for each. What is behind a colon is any id. */
export const paths = [
  "/",
  "/setup",
  "/sign-in",
  "/recordings",
  "/recordings/:id",
  "/appointments",
  "/appointments/:eventId",
  "/clients",
  "/clients/:id",
  "/stats",
  "/people",
  "/webhooks",
  "/webhooks/:id",
  "/deliveries",
  "/received",
  "/settings",
  "/settings/audit-log",
] as const;

export type ScreenPath = (typeof paths)[number];

const patterns = paths.map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+").replace(/\/$/, "")}/?$`),
}));

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/** The screen at a path as it is in a URL; undefined where there is none, as for one that says nothing decoded. */
export const screenAt = (path: string): ScreenPath | undefined =>
  isDecodable(path) ? patterns.find(({ pattern }) => pattern.test(path))?.path : undefined;

/** The pages beside the console. Their URLs are relative to the path: none has a slash at its end. */
const others: Record<string, string> = { "/docs": "docs.html", "/graphiql": "graphiql.html" };

/** The files that are sent as pages only. */
export const pageNames = ["index.html", ...Object.values(others)];

/** The page at a path: its file, and what the log calls the path. */
export const pageAt = (path: string): { file: string; route: string } | undefined => {
  const file = others[path];
  if (file !== undefined) return { file, route: path };
  const screen = screenAt(path);
  return screen === undefined ? undefined : { file: "index.html", route: screen };
};
