type CspDirectives = Record<string, string>;

const BASE_DIRECTIVES: CspDirectives = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "media-src": "'self'",
  "connect-src": "'self'",
  "base-uri": "'self'",
  "form-action": "'self'",
  "frame-ancestors": "'none'",
};

/** Additional directives of single pages. */
const extraDirectives: Record<string, CspDirectives> = {
  "graphiql.html": {
    // The editor uses style attributes and inserts a style sheet.
    "style-src": "'self' 'unsafe-inline'",
    "worker-src": "'self'",
    "font-src": "'self' data:",
  },
};

const formatPolicy = (policy: CspDirectives): string =>
  Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");

const basePolicy = formatPolicy(BASE_DIRECTIVES);
const policies = new Map(
  Object.entries(extraDirectives).map(([name, policy]) => [
    name,
    formatPolicy({ ...BASE_DIRECTIVES, ...policy }),
  ]),
);

/** Returns a file's policy: nothing from other origins, and only our own scripts. */
export const resolveContentSecurityPolicy = (name: string): string =>
  policies.get(name) ?? basePolicy;
