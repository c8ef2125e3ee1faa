import type { RefObject } from "preact";
import { Moment } from "../../parts/index.js";
import { playFrom } from "./use-follow-playback.js";

/** Words of the call with their time. They play if there is media. */
export const Quote = ({
  start,
  text,
  player,
}: {
  /** Milliseconds from the start of the recording. */
  start: number;
  /** Null: retention has removed the transcript. Undefined: only the time is shown. */
  text: string | null | undefined;
  /** Set if there is media. */
  player: RefObject<HTMLMediaElement | null> | undefined;
}) => {
  const words = (
    <>
      <Moment ms={start} />{" "}
      {text === null ? "(the transcript was removed)" : text !== undefined && `“${text}”`}
    </>
  );
  if (!player) return <span class="evidence">{words}</span>;
  return (
    <button
      type="button"
      class="line evidence"
      title="Play"
      onClick={() => playFrom(player.current!, start)}
    >
      {words}
    </button>
  );
};
