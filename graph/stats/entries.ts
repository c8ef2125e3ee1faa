import type { StatName } from "../../db/stats/query.js";
import { toTallyKeys, toNameNumber } from "./facts.js";
import { type SumFieldName, type SumName, sumNames, sums, type TotalName } from "./sums.js";
import { listNameCounts, sumOf, type Tally } from "./tally.js";

interface SumField {
  field: SumFieldName;
  description: string;
  compute: (tally: Tally) => number;
}

/** The fields of a StatEntry that the sums declare, in the order of the declarations. */
export const sumFields: SumField[] = sumNames.flatMap((name) => {
  const declared = sums[name];
  const fields: SumField[] = [];
  if ("sum" in declared) fields.push({ ...declared.sum, compute: (tally) => sumOf(tally, name) });
  if ("average" in declared) {
    const { average } = declared;
    const divisor: SumName = "over" in average ? average.over : "recordings";
    const compute = (tally: Tally): number =>
      sumOf(tally, divisor) === 0 ? 0 : sumOf(tally, name) / sumOf(tally, divisor);
    fields.push({ ...average, compute });
  }
  return fields;
});

/** The sums that a StatEntry's `total` has, under their names there. */
const totals: { total: TotalName; name: SumName }[] = sumNames.flatMap((name) => {
  const declared = sums[name];
  return "total" in declared ? [{ total: declared.total, name }] : [];
});

export const totalNames = totals.map(({ total }) => total);

/** The tags and questions that tallies count, in the order of the answer. */
export class StatNameIndex {
  private readonly ranks: Map<number, number>;

  constructor(private readonly names: readonly StatName[]) {
    this.ranks = new Map(names.map(({ number }, rank) => [number, rank]));
  }

  /** Returns a name's rank. @throws Error if the name is missing from the database: the result would be wrong */
  private rankOf(number: number): number {
    const rank = this.ranks.get(number);
    if (rank === undefined)
      throw new Error(
        "the statistics count a tag or question that has no name; run: debrief doctor --repair",
      );
    return rank;
  }

  /** Lists the names in the tally, each with its recordings and, for a question, those answered yes. */
  listCounts(tally: Tally): { name: StatName; count: number; yes: number }[] {
    const counts = new Map<number, { count: number; yes: number }>();
    for (const [key, count] of listNameCounts(tally)) {
      const number = toNameNumber(key);
      const entry = counts.get(number) ?? { count: 0, yes: 0 };
      counts.set(number, entry);
      entry[key === toTallyKeys(number).yes ? "yes" : "count"] = count;
    }
    return [...counts]
      .map(([number, entry]) => ({ rank: this.rankOf(number), ...entry }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ rank, count, yes }) => ({ name: this.names[rank]!, count, yes }));
  }
}

/** Builds the numbers of a group's entry. */
export const buildStatEntry = (tally: Tally, names: StatNameIndex) => {
  const counts = names.listCounts(tally);
  return {
    ...(Object.fromEntries(
      sumFields.map(({ field, compute }) => [field, compute(tally)]),
    ) as Record<SumFieldName, number>),
    // A tag may be called __proto__. fromEntries makes it a property too.
    recordingsByTag: Object.fromEntries(
      counts.flatMap(({ name, count }) => (name.tag === null ? [] : [[name.tag, count] as const])),
    ),
    total: Object.fromEntries(totals.map(({ total, name }) => [total, sumOf(tally, name)])),
    processQuestionBreakdown: counts.flatMap(({ name: { questionId, question }, count, yes }) =>
      questionId === null || question === null
        ? []
        : [
            {
              questionId,
              question,
              percentage: (100 * yes) / count,
              yesCount: yes,
              totalCount: count,
            },
          ],
    ),
  };
};
