/** The optional texts of an analysis: the value without each, and samples. */
const analysisTexts = {
  notes: { whenAbsent: "", samples: ["They met.", "Ünï 🙂", "\u{ff46}", "__proto__"] },
  coaching: { whenAbsent: null, samples: ["", " \u00a0\n", "**Well** done."] },
} as const satisfies Record<string, { whenAbsent: "" | null; samples: readonly string[] }>;

type AnalysisTexts = typeof analysisTexts;
type AnalysisText = keyof AnalysisTexts;

export type SentTexts = { [Name in AnalysisText]?: string };
export type StoredTexts = { [Name in AnalysisText]: string | AnalysisTexts[Name]["whenAbsent"] };

export const analysisTextNames = Object.keys(analysisTexts) as AnalysisText[];

const mapTexts = <Value>(valueOf: (name: AnalysisText) => Value): Record<AnalysisText, Value> =>
  Object.fromEntries(analysisTextNames.map((name) => [name, valueOf(name)])) as Record<
    AnalysisText,
    Value
  >;

export const storeTexts = (sent: SentTexts): StoredTexts =>
  mapTexts((name) => sent[name] ?? analysisTexts[name].whenAbsent) as StoredTexts;

/** A recording without an analysis shows null. */
export const showTexts = (stored: StoredTexts | null): Record<AnalysisText, string | null> =>
  mapTexts((name) => stored?.[name] ?? null);

/** Builds a value from the samples of each text. */
export const mapSamples = <Value>(
  build: (samples: readonly string[]) => Value,
): Record<AnalysisText, Value> => mapTexts((name) => build(analysisTexts[name].samples));
