import { createTemplate } from "../harness/isolation/filled-organization.js";
import { readAnswer } from "../harness/access/answers.js";
import { listKeyRequests } from "../harness/access/key-requests.js";
import { createRep } from "../harness/access/rep-data.js";
import { buildQueries } from "../harness/access/viewer-queries.js";
import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import { test } from "../helpers/own-suite.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

/** Fewer than the searches and reports of an organization that may wait. */
const AT_ONCE = 8;

/** Runs the work on each item, some items at a time. */
const inParallel = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  for (let at = 0; at < items.length; at += AT_ONCE)
    await Promise.all(items.slice(at, at + AT_ONCE).map(work));
};

test.serial(
  "a caller who may see less shares no read with an admin at the same moment",
  async (t) => {
    const { server, org } = t.context;
    const template = await createTemplate(org, (what) => `everybodysx${what}`);
    const own = await createRep(server, org, "canaryown", template);
    const other = await createRep(server, org, "canaryother", template);
    const { key } = await createNamedKey(org, { scopes: ["read", "mcp"], teamIds: [own.team] });
    const wide = { "x-api-key": org.apiKey };
    const narrow = { "x-api-key": key };
    const requests = listKeyRequests(own).filter(({ path }) => path !== "/export");
    const alone = new Map<object, string>();
    for (const request of requests) alone.set(request, await readAnswer(server, narrow, request));
    await inParallel(requests, async (request) => {
      const [all, part] = await Promise.all([
        readAnswer(server, wide, request),
        readAnswer(server, narrow, request),
      ]);
      t.is(part, alone.get(request)!, JSON.stringify(request));
      t.false(part.includes(other.word), all.slice(0, 100));
    });
    const admin = await signInAs(server, org, await org.createUser("admin@example.com"), "admin");
    const rep = await signInAs(server, org, own.email, "rep");
    await inParallel(buildQueries(own), async (query) => {
      const [, { text }] = await Promise.all([admin.query(query), rep.query(query)]);
      t.false(text.includes(other.word), query.slice(0, 100));
    });
  },
);
