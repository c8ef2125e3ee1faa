import type { Db } from "../../db/engine/connect.js";
import { loadInstanceDefault } from "../../db/engine/instance-defaults.js";
import type { BuiltInAnalysis } from "../../graph/context/context.js";
import type { Config } from "../base/config/config.js";
import { programSettings } from "../base/config/settings.js";

type Analyzer = NonNullable<Config["analyzer"]>;

/** How an incoming call is transcribed and analysed. */
export interface Processing {
  /** Unused with the analyzer `external`. */
  transcriber: Config["transcriber"];
  analyzer: Analyzer;
  /** Notes for admins on the settings, in sentences. */
  notes: string[];
}

const TRANSCRIBER = programSettings.transcriber.name;
const ANALYZER = programSettings.analyzer.name;

/** Resolves the settings, whose defaults may depend on the database. The database must have every migration. */
export const resolveProcessing = async (
  db: Db,
  { transcriber, isTranscriberSet, analyzer }: Config,
): Promise<Processing> => {
  const isKept = analyzer === undefined && (await loadInstanceDefault(db, ANALYZER)) === "external";
  const resolved = analyzer ?? (isKept ? "external" : "basic");
  const notes = [];
  if (isKept)
    notes.push(
      `${ANALYZER} is not set: this database keeps external, the default of an earlier version; set it to external, basic or ai`,
    );
  if (resolved === "external" && isTranscriberSet)
    notes.push(`${TRANSCRIBER}=${transcriber} has no effect with ${ANALYZER}=external`);
  return { transcriber, analyzer: resolved, notes };
};

/** Returns the server's built-in analysis, besides transcripts; undefined if external workers analyse. */
export const resolveAnalyzes = ({
  transcriber,
  analyzer,
}: Processing): BuiltInAnalysis | undefined =>
  analyzer === "external"
    ? undefined
    : { audio: transcriber !== "none", showsProgress: transcriber === "embedded" };

const ANALYSIS = { basic: "by rules", ai: "by your chat model" };
const TRANSCRIPTION = { embedded: "by debrief itself", ai: "by your transcription server" };

/** Describes in one line how an incoming call is processed. */
export const describeProcessing = ({ transcriber, analyzer }: Processing): string => {
  if (analyzer === "external")
    return `calls stay received until your own worker analyses them (${ANALYZER}=external)`;
  const settings = `(${TRANSCRIBER}=${transcriber}, ${ANALYZER}=${analyzer})`;
  return transcriber === "none"
    ? `transcripts are analysed ${ANALYSIS[analyzer]}; calls with audio only stay received ${settings}`
    : `audio is transcribed ${TRANSCRIPTION[transcriber]}, transcripts are analysed ${ANALYSIS[analyzer]} ${settings}`;
};
