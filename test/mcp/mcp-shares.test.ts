import { setTimeout } from "node:timers/promises";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { AnswerShares } from "../../graph/turns/answer-shares.js";
import { createSchema } from "../../graph/schema.js";
import type { RequestState } from "../../rest/rest-context.js";
import { createToolboxFactory } from "../../src/api/mcp/toolbox.js";
import { test } from "../helpers/suite.js";

const WAIT_MS = 50;

test("a tool call waits while its organization's places for answers are taken", async (t) => {
  const { server, org } = t.context;
  const shares = new AnswerShares();
  const createToolbox = createToolboxFactory(createSchema(), server.services, shares);
  const credential = { role: "integration", organizationId: org.id } as const;
  const caller = { hasLeft: false, signal: new AbortController().signal };
  const toolbox = createToolbox(credential, { requestId: "1" } as RequestState, { caller });
  const releases: (() => void)[] = [];
  for (let place = 0; place < SHARE_LIMITS.answers.placesPerKey; place += 1)
    releases.push(await shares.acquire(org.id));
  const answer = toolbox.callTool("list_users", {});
  t.is(await Promise.race([answer, setTimeout(WAIT_MS, "waits")]), "waits");
  releases[0]!();
  t.like(await answer, { structuredContent: { hasMore: false } });
});
