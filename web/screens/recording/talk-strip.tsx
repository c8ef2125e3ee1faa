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
/** Leaves room for a mark's width. */
const MAX_MARK_PERCENT = 99;

/** Shows who talks when, and below it marks: where a tracker or evidence was found, and where users commented. */
export const TalkStrip = ({
  turns,
  marks,
  durationMs,
}: {
  turns: readonly Turn[];
  marks: readonly Mark[];
  durationMs: number;
}) => {
  // A transcript may be longer than its file.
  const toPercent = (ms: number): number => Math.min(100, (ms / durationMs) * 100);
  return (
    <svg class="talk-strip" width="100%" height="14" aria-hidden="true">
      {turns.map(({ role, start, end }) => (
        <rect
          key={`${start} ${end}`}
          class={role}
          x={`${toPercent(start)}%`}
          width={`${Math.max(0, toPercent(end) - toPercent(start))}%`}
          height="6"
        />
      ))}
      {marks.map(({ start, title, kind }) => (
        <rect
          key={`${kind} ${start} ${title}`}
          class={kind}
          x={`${Math.min(MAX_MARK_PERCENT, toPercent(start))}%`}
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
