import type { SpeakerRole } from "../../../db/recordings/transcript.js";
import { UNNAMED_SPEAKER } from "./format.js";

const ROLES_BY_LABEL = new Map<string, SpeakerRole>([
  ...["rep", "agent", "representative", "sales rep", "salesperson"].map(
    (label) => [label, "rep"] as const,
  ),
  ...["client", "customer", "prospect"].map((label) => [label, "client"] as const),
]);

/** The labels of speakers without a name, if their side is known. */
export const LABELS_BY_ROLE = {
  rep: "Rep",
  client: "Client",
  other: UNNAMED_SPEAKER,
} satisfies Record<SpeakerRole, string>;

/** Returns the role of a speaker whose label is a role, such as `Agent`; `other` for a name. */
export const roleOfLabel = (label: string): SpeakerRole =>
  ROLES_BY_LABEL.get(label.toLowerCase()) ?? "other";

export interface LabelledText {
  speaker: string;
  role: SpeakerRole;
  text: string;
}

const WITH_ROLE = /^([^\n]{0,2048}?) ?\((rep|client|other)\): ?/;
/** Short enough that a sentence with a colon is rarely mistaken for a speaker. */
const WITHOUT_ROLE = /^([\p{L}\p{N}[(][\p{L}\p{M}\p{N} ._'’&()[\]-]{0,63}):(?: |$)/u;
const BRACKETS = /^[[(](.*)[\])]$/;

/** Parses `Ann (rep): text` or `Ann: text`; undefined without a speaker. */
export const parseLabel = (line: string): LabelledText | undefined => {
  const withRole = WITH_ROLE.exec(line);
  if (withRole) {
    const [prefix, speaker, role] = withRole;
    return { speaker: speaker!, role: role as SpeakerRole, text: line.slice(prefix.length) };
  }
  const match = WITHOUT_ROLE.exec(line);
  if (!match) return undefined;
  const [prefix, label] = match;
  const speaker = label!.trim().replace(BRACKETS, "$1").trim();
  if (speaker === "") return undefined;
  return { speaker, role: roleOfLabel(speaker), text: line.slice(prefix.length).trim() };
};

/**
 * Parses the labels of all texts. If fewer than half have one, they are sentences with a colon. A text without a label
 * continues the previous speaker's.
 */
export const parseLabels = (texts: readonly string[]): (LabelledText | undefined)[] => {
  const labels = texts.map(parseLabel);
  if (labels.filter((label) => label !== undefined).length * 2 < texts.length)
    return texts.map(() => undefined);
  let previous: LabelledText | undefined;
  return labels.map((label, index) => {
    const text = texts[index]!;
    if (label) previous = label;
    else if (text === "") return undefined;
    return label ?? (previous && { ...previous, text });
  });
};
