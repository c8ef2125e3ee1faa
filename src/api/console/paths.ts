/** The paths of the console's screens; `web/screens.ts` has an entry for each. `:name` stands for any id. */
export const screenPaths = [
  "/",
  "/setup",
  "/sign-in",
  "/join",
  "/team",
  "/team/habits",
  "/my-week",
  "/reps/:email",
  "/recordings",
  "/recordings/:id",
  "/comments",
  "/next-steps",
  "/library",
  "/library/:id",
  "/appointments",
  "/appointments/:eventId",
  "/clients",
  "/clients/:id",
  "/stats",
  "/stats/compare",
  "/scorecards",
  "/trackers",
  "/people",
  "/webhooks",
  "/webhooks/:id",
  "/deliveries",
  "/received",
  "/settings",
  "/settings/keys",
  "/settings/organization",
  "/settings/calendars",
  "/settings/vocabulary",
  "/settings/privacy",
  "/settings/audit-log",
] as const;

export type ScreenPath = (typeof screenPaths)[number];

/** The screens for visitors who haven't signed in. */
export const signedOutPaths: ReadonlySet<ScreenPath> = new Set(["/setup", "/sign-in", "/join"]);

const patterns = screenPaths.map((path) => ({
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

/** Finds the screen at an encoded URL path; undefined without one, or if the path can't be decoded. */
export const findScreen = (path: string): ScreenPath | undefined =>
  isDecodable(path) ? patterns.find(({ pattern }) => pattern.test(path))?.path : undefined;

/** The pages besides the console. Their URLs are relative to the path, so no path ends in a slash. */
const extraPages: Record<string, string> = { "/docs": "docs.html", "/graphiql": "graphiql.html" };

/** The page for an unknown address. */
export const NOT_FOUND_FILE = "not-found.html";

const GUIDE = /^\/docs\/([a-z\d-]+(?:\/[a-z\d-]+)?)$/;

/** Returns the file of a page of docs/, such as pbx/asterisk. */
export const formatGuideFile = (path: string): string => `guide-${path.replaceAll("/", ".")}.html`;

/** Finds the page at a path: its file, its route name in the log, and whether the file is missing for some paths. */
export const findPage = (
  path: string,
): { file: string; route: string; isOptional?: true } | undefined => {
  const file = extraPages[path];
  if (file !== undefined) return { file, route: path };
  const guide = GUIDE.exec(path)?.[1];
  if (guide !== undefined)
    return { file: formatGuideFile(guide), route: "/docs/:guide", isOptional: true };
  const screen = findScreen(path);
  return screen === undefined ? undefined : { file: "index.html", route: screen };
};
