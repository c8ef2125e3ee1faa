import type { RefObject } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Button, Checkbox, Icon } from "../../parts/index.js";
import { formatClock } from "../../lib/format.js";
import { decodePeaks, findSilences } from "./silences.js";
import { type Mark, TalkStrip } from "./talk-strip.js";
import { usePlayback } from "./use-playback.js";
import { JUMP_SECONDS, jump, seek, setSpeed, togglePlayback } from "./playback.js";
import { useSkipSilences } from "./use-skip-silences.js";
import { Waveform } from "./waveform.js";

const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2];

export interface TalkTurn {
  role: string;
  text: string;
  start: number;
  end: number;
}

/** Waveform, position and buttons of the audio. */
export const PlayerControls = ({
  player,
  peaks,
  durationMs: fallbackMs,
  turns,
  marks,
  onComment,
}: {
  player: RefObject<HTMLMediaElement | null>;
  /** Of each channel; null until they are made. */
  peaks: readonly string[] | null;
  durationMs: number;
  turns: readonly TalkTurn[];
  marks: readonly Mark[];
  /** Undefined: the call can't be commented on yet. */
  onComment: (() => void) | undefined;
}) => {
  const { positionMs, durationMs, isPlaying } = usePlayback(player, fallbackMs);
  const channels = useMemo(() => (peaks ?? []).map(decodePeaks), [peaks]);
  const silences = useMemo(() => findSilences(channels, durationMs), [channels, durationMs]);
  const [skipsSilences, setSkipsSilences] = useState(false);
  const [shownSpeed, setShownSpeed] = useState(1);
  useSkipSilences(player, silences, skipsSilences);
  const act = (action: (media: HTMLMediaElement) => void) => () => {
    if (player.current) action(player.current);
  };
  const clock = `${formatClock(positionMs)} of ${formatClock(durationMs)}`;
  return (
    <>
      <div class="timeline">
        {channels.length > 0 && (
          <Waveform
            channels={channels}
            playedShare={durationMs > 0 ? positionMs / durationMs : 0}
          />
        )}
        {peaks === null && <div class="waveform" aria-hidden="true" />}
        {durationMs > 0 && <TalkStrip turns={turns} marks={marks} durationMs={durationMs} />}
        <input
          type="range"
          aria-label="Position"
          aria-valuetext={clock}
          min={0}
          max={Math.max(1, durationMs / 1000)}
          step="any"
          value={positionMs / 1000}
          onInput={({ currentTarget }) => {
            const seconds = Number(currentTarget.value);
            if (player.current) seek(player.current, seconds);
          }}
        />
      </div>
      <div class="controls">
        <Button
          aria-label={`Back ${JUMP_SECONDS} seconds`}
          title="Back (j)"
          onClick={act((media) => jump(media, -JUMP_SECONDS))}
        >
          −{JUMP_SECONDS}
        </Button>
        <Button
          kind="main"
          aria-label={isPlaying ? "Pause" : "Play"}
          title={isPlaying ? "Pause (space)" : "Play (space)"}
          onClick={act(togglePlayback)}
        >
          <Icon name={isPlaying ? "pause" : "play"} />
        </Button>
        <Button
          aria-label={`Forward ${JUMP_SECONDS} seconds`}
          title="Forward (l)"
          onClick={act((media) => jump(media, JUMP_SECONDS))}
        >
          +{JUMP_SECONDS}
        </Button>
        {onComment && (
          <Button icon="comments" title="Comment on this moment (c)" onClick={onComment}>
            Comment
          </Button>
        )}
        <span class="clock">{clock.replace(" of ", " / ")}</span>
        <label class="speed">
          <span>Speed</span>
          <select
            onChange={({ currentTarget }) => {
              const speed = Number(currentTarget.value);
              setShownSpeed(speed);
              if (player.current) setSpeed(player.current, speed);
            }}
          >
            {SPEEDS.map((value) => (
              <option key={value} value={value} selected={value === shownSpeed}>
                {value} ×
              </option>
            ))}
          </select>
        </label>
        {silences.length > 0 && (
          <Checkbox
            label="Skip silence"
            checked={skipsSilences}
            onChange={({ currentTarget }) => setSkipsSilences(currentTarget.checked)}
          />
        )}
      </div>
    </>
  );
};
