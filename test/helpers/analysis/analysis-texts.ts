/**
 * The optional texts of an analysis: the default value of each, valid samples, and a text that is too long. Used by
 * tests of all code that shows or erases analyses.
 */
const analysisTexts = {
  notes: {
    whenAbsent: "",
    samples: ["They met.", "Ünï 🙂", "\u{ff46}", "__proto__"],
    tooLong: "n".repeat(100_001),
  },
  coaching: {
    whenAbsent: null,
    samples: ["**Well** done.", "", " \u00a0\n"],
    tooLong: "n".repeat(100_001),
  },
} as const satisfies Record<
  string,
  { whenAbsent: "" | null; samples: readonly [string, ...string[]]; tooLong: string }
>;

type AnalysisTexts = typeof analysisTexts;
type AnalysisText = keyof AnalysisTexts;

export type SentTexts = { [Name in AnalysisText]?: string };
export type StoredTexts = { [Name in AnalysisText]: string | AnalysisTexts[Name]["whenAbsent"] };

export const analysisTextNames = Object.keys(analysisTexts) as AnalysisText[];

/** Builds a value for each text. */
export const mapTexts = <Value>(
  valueOf: (name: AnalysisText) => Value,
): Record<AnalysisText, Value> =>
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

/** A sample of each text that is not empty. */
export const sampleTexts = mapTexts((name): string => analysisTexts[name].samples[0]);

/** An invalid value of each text. */
export const tooLongTexts = mapTexts((name): string => analysisTexts[name].tooLong);

/** The shape of each text in a processed recording's response. */
export const textShapes = mapTexts((name) =>
  analysisTexts[name].whenAbsent === null ? ("text?" as const) : ("string" as const),
);
