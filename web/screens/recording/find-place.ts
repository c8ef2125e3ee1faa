import type { CommentPlace } from "../comments/comment-dialog.js";
import type { TalkTurn } from "./player-controls.js";

/** A pause after a line still belongs to it. */
const MAX_PAUSE_MS = 3_000;

/** Returns the selected words of the transcript, unless they belong to several lines. */
const findSelected = (turns: readonly TalkTurn[]): CommentPlace["line"] => {
  const selection = getSelection();
  const text = selection?.toString().trim() ?? "";
  const turn = selection?.anchorNode?.parentElement?.closest<HTMLElement>(".transcript li");
  if (text === "" || !turn) return undefined;
  const from = Number(turn.dataset["start"]);
  const line = turns.find(({ start, text: said }) => start >= from && said.includes(text));
  return line && { text, start: line.start };
};

/** Pauses the player. Returns where a comment may belong. `durationMs`: the call's, which limits the position. */
export const findPlace = (
  media: HTMLMediaElement | null,
  turns: readonly TalkTurn[],
  durationMs: number,
): CommentPlace => {
  media?.pause();
  const selected = findSelected(turns);
  if (!media?.currentTime) return { selected, position: undefined, line: undefined };
  const position = Math.round(media.currentTime * 1000);
  // After a jump to a line, the position may be slightly before it.
  const line = turns.findLast((turn) => turn.start <= position + 1);
  return {
    selected,
    position: Math.min(position, durationMs),
    line: line && position <= line.end + MAX_PAUSE_MS ? line : undefined,
  };
};
