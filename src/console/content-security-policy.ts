type Policy = Record<string, string>;

const OWN: Policy = {
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

/** What some pages need besides. */
const more: Record<string, Policy> = {
  "graphiql.html": {
    // Its editor places every line by a style attribute, and writes a sheet for its colours.
    "style-src": "'self' 'unsafe-inline'",
    "worker-src": "'self'",
    "font-src": "'self' data:",
  },
};

const text = (policy: Policy): string =>
  Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");

const own = text(OWN);
const policies = new Map(
  Object.entries(more).map(([name, policy]) => [name, text({ ...OWN, ...policy })]),
);

/** What a file may load: nothing from elsewhere, and no script but ours. */
export const policyOf = (name: string): string => policies.get(name) ?? own;
