import type { Failure } from "../graph/core/errors.js";
import { NoticeList } from "../graph/recordings/notice-list.js";
import { parseTranscriptText } from "../graph/recordings/transcript-formats/index.js";
import { type ParsedVariables, pruneUnknown } from "./request-variables.js";
import type { CompiledRoute } from "./route.js";

/**
 * Replaces the text of a transcript with its utterances, and keeps what was left out or repaired. An invalid text becomes the failure, unless there already is
 * one.
 */
export const parseTranscriptVariable = async (
  { transcriptVariable, variables }: CompiledRoute,
  parsed: ParsedVariables,
): Promise<void> => {
  const variable = variables.find(({ name }) => name === transcriptVariable);
  if (!variable || parsed.failure) return;
  const { name, type } = variable;
  const text = parsed.values[name];
  if (typeof text !== "string") return;
  try {
    const notices = new NoticeList();
    const utterances = await parseTranscriptText(text, notices);
    parsed.notices = notices.list();
    parsed.values[name] = pruneUnknown(utterances, type, name, parsed);
  } catch (error) {
    parsed.failure = error as Failure;
  }
};
