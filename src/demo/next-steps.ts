import type { RunOperation } from "./run-operation.js";

const DAY_MS = 86_400_000;
/** Older steps are done. */
const OPEN_DAYS = 40;
/** Of the older ones, this part was forgotten. */
const FORGOTTEN = 8;

const OPEN = `query ($to: DateTo!, $after: String) {
  actionItems(first: 100, after: $after, filter: { completed: false, to: $to }) {
    nodes { id recording { startedAt } }
    nextCursor
  }
}`;

interface Step {
  id: string;
  recording: { startedAt: string };
}

interface Page {
  actionItems: { nodes: Step[]; nextCursor: string | null };
}

const COMPLETE =
  "mutation ($id: ID!) { updateActionItem(id: $id, input: { completed: true }) { id } }";

/** Ticks the next steps of older calls, except for a few. `now`: milliseconds since 1970. */
export const tickDemoSteps = async (run: RunOperation, now: number): Promise<void> => {
  const to = new Date(now - OPEN_DAYS * DAY_MS).toISOString();
  const steps: Step[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const { actionItems }: Page = await run<Page>(OPEN, { to, after });
    steps.push(...actionItems.nodes);
    after = actionItems.nextCursor;
  }
  for (const [index, { id, recording }] of steps.entries())
    if (index % FORGOTTEN !== 0)
      await run(COMPLETE, { id }, Date.parse(recording.startedAt) + DAY_MS);
};
