export interface SectionOptions {
  /** The seed of everything random. */
  seed: number;
  /** Multiplies the counts. */
  scale: number;
  /** Runs one item by its number, in a section that numbers its items. */
  only?: number | undefined;
}

/** The counts that a section tried, by name. */
export type SectionFigures = Record<string, number | string>;

/** Throws its findings. */
export type RunSection = (options: SectionOptions) => Promise<SectionFigures>;
