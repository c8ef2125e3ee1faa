interface Turn {
  role: string;
  start: number;
  end: number;
}

export interface Mark {
  /** Milliseconds from the start. */
  start: number;
  title: string;
  kind: "tracker" | "answer" | "comment";
}

const MARK_WIDTH = 3;

/** Shows who talks when, and below it marks: where a tracker or the evidence of an answer was found. */
export const TalkStrip = ({
  turns,
  marks,
  durationMs,
}: {
  turns: readonly Turn[];
  marks: readonly Mark[];
  durationMs: number;
}) => {
  const toPercent = (ms: number): string => `${Math.min(100, (ms / durationMs) * 100)}%`;
  return (
    <svg class="talk-strip" width="100%" height="14" aria-hidden="true">
      {turns.map(({ role, start, end }) => (
        <rect
          key={`${start} ${end}`}
          class={role}
          x={toPercent(start)}
          width={toPercent(Math.max(0, end - start))}
          height="6"
        />
      ))}
      {marks.map(({ start, title, kind }) => (
        <rect
          key={`${kind} ${start} ${title}`}
          class={kind}
          x={toPercent(start)}
          y="8"
          width={MARK_WIDTH}
          height="6"
        >
          <title>{title}</title>
        </rect>
      ))}
    </svg>
  );
};
