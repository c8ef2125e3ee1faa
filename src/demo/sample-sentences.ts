import { splitLine } from "../analyzer/basic/sentences.js";
import type { TradeName } from "./people.js";
import * as followUpCalls from "./phrases/follow-up-calls.js";
import * as inquiry from "./phrases/inquiry.js";
import * as talk from "./phrases/talk.js";
import * as visit from "./phrases/visit.js";
import { fillPlaceholders } from "./project-facts.js";
import { sampleFacts } from "./sample-facts.js";
import { SCRIPT_LINE } from "./transcripts.js";

const listTexts = (bank: unknown): string[] =>
  typeof bank === "string" ? [bank] : Object.values(bank as object).flatMap(listTexts);

/** Lists the sentences of all lines that the story may have, with sample facts, each once. */
export const listSampleSentences = (): string[] => {
  const lines = listTexts([inquiry, visit, followUpCalls, talk])
    .flatMap((script) => script.split("\n"))
    .flatMap((line) => SCRIPT_LINE.exec(line)?.[2] ?? []);
  const sentences = (Object.keys(sampleFacts) as TradeName[]).flatMap((trade) =>
    lines.flatMap((line) =>
      splitLine({ text: fillPlaceholders(line, sampleFacts[trade]), start: 0, end: 0 }),
    ),
  );
  return [...new Set(sentences.map(({ text }) => text))];
};
