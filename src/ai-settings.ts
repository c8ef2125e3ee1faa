import { MOST_NAME, wholeNumber } from "./setting-values.js";
import { ConfigError } from "./settings.js";

const LEAST_TOKENS = 2048;
const MOST_TOKENS = 10_000_000;
const MOST_AT_ONCE = 100;

/** The models that analyse calls, and where they are. */
export interface AiSettings {
  /** Without a slash at the end. */
  url: string;
  transcriptionUrl: string;
  key: string | undefined;
  chatModel: string;
  /** Undefined: nothing is transcribed. */
  transcriptionModel: string | undefined;
  contextTokens: number;
  /** How many calls at once. */
  concurrency: number;
}

// A password in it would be in logs, so no message repeats it.
const aiUrlOf = (name: string, text: string): string => {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError(
      `${name} must be an http or https URL such as http://127.0.0.1:11434/v1, up to the part before /chat/completions`,
    );
  if (url.search || url.hash || url.username || url.password)
    throw new ConfigError(
      `${name} must have no user, query or fragment; a key is DEBRIEF_AI_KEY or DEBRIEF_AI_KEY_FILE`,
    );
  return text.replace(/\/+$/, "");
};

const modelOf = (name: string, text: string): string => {
  if (text.trim() === "" || text.length > MOST_NAME)
    throw new ConfigError(`${name} must be the name of a model, at most ${MOST_NAME} characters`);
  return text;
};

/** Reads what the models need; `get` gives the text of a setting. */
export const aiOf = (get: (name: string) => string | undefined): AiSettings => {
  const required = (name: string): string => {
    const text = get(name);
    if (text === undefined)
      throw new ConfigError(`${name} is needed with DEBRIEF_ANALYZER=ai; see docs/analysis.md`);
    return text;
  };
  const key = get("DEBRIEF_AI_KEY");
  // No header can have anything else.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new ConfigError("DEBRIEF_AI_KEY must be printable ASCII without spaces");
  const url = aiUrlOf("DEBRIEF_AI_URL", required("DEBRIEF_AI_URL"));
  const other = get("DEBRIEF_AI_TRANSCRIPTION_URL");
  const hearing = get("DEBRIEF_AI_TRANSCRIPTION_MODEL");
  if (other !== undefined && hearing === undefined)
    throw new ConfigError(
      "DEBRIEF_AI_TRANSCRIPTION_URL is nothing without DEBRIEF_AI_TRANSCRIPTION_MODEL; set that, too",
    );
  return {
    url,
    transcriptionUrl: other === undefined ? url : aiUrlOf("DEBRIEF_AI_TRANSCRIPTION_URL", other),
    key,
    chatModel: modelOf("DEBRIEF_AI_CHAT_MODEL", required("DEBRIEF_AI_CHAT_MODEL")),
    transcriptionModel:
      hearing === undefined ? undefined : modelOf("DEBRIEF_AI_TRANSCRIPTION_MODEL", hearing),
    contextTokens: wholeNumber(
      "DEBRIEF_AI_CONTEXT_TOKENS",
      get("DEBRIEF_AI_CONTEXT_TOKENS") ?? "8192",
      LEAST_TOKENS,
      MOST_TOKENS,
    ),
    concurrency: wholeNumber(
      "DEBRIEF_AI_CONCURRENCY",
      get("DEBRIEF_AI_CONCURRENCY") ?? "2",
      1,
      MOST_AT_ONCE,
    ),
  };
};
