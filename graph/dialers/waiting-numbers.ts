import { listUnmappedNumbers, type UnmappedNumberRow } from "../../db/dialers/unmapped-calls.js";
import { loadOrganizationCountry } from "../../db/organizations/organization.js";
import { loadActiveNumbers } from "../../db/people/user-numbers.js";
import type { Context } from "../context/context.js";
import { yieldToEventLoop } from "../turns/yield-to-event-loop.js";
import { parseNumber } from "../people/numbers.js";

const PAGE_SIZE = 100;

/** A number with waiting calls. */
export interface WaitingNumber extends UnmappedNumberRow {
  /** Whether an active user now has it, so its calls are about to be replayed. */
  isMapped: boolean;
}

const buildKey = (kind: string, number: string): string => `${kind} ${number}`;

/** Yields the numbers with waiting calls, by kind and number. */
export async function* listWaitingNumbers({
  db,
  organizationId,
}: Pick<Context, "db" | "organizationId">): AsyncGenerator<WaitingNumber> {
  const country = await loadOrganizationCountry(db, organizationId);
  let after: UnmappedNumberRow | undefined;
  for (;;) {
    const page = await listUnmappedNumbers(db, organizationId, {
      limit: PAGE_SIZE,
      ...(after && { after }),
    });
    // The country setting may be newer than the call, so the number is parsed again.
    const parsed = await Promise.all(
      page.map(async ({ kind, number }) => parseNumber(kind, number, country)),
    );
    const known = parsed.filter((number) => number !== undefined);
    const active = new Set(
      (await loadActiveNumbers(db, organizationId, known)).map(({ kind, number }) =>
        buildKey(kind, number),
      ),
    );
    for (const [index, row] of page.entries()) {
      const number = parsed[index];
      yield { ...row, isMapped: number !== undefined && active.has(buildKey(row.kind, number)) };
    }
    if (page.length < PAGE_SIZE) return;
    after = page.at(-1)!;
    await yieldToEventLoop();
  }
}
