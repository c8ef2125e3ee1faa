/** How a figure has changed, as an arrow with a number, and in words for screen readers. Nothing without a change. */
export const Change = ({
  by,
  text,
  isGood,
  since,
}: {
  /** The difference; its sign decides the arrow. */
  by: number;
  /** The difference without its sign: "6". */
  text: string;
  /** Undefined: the change is neither good nor bad. */
  isGood?: boolean | undefined;
  /** What the figure is compared with: "last week". */
  since: string;
}) => {
  if (by === 0) return null;
  const isUp = by > 0;
  const kind = isGood === undefined ? "" : isGood ? " good" : " bad";
  return (
    <span class={`change${kind}`} title={`${isUp ? "up" : "down"} ${text} on ${since}`}>
      <span aria-hidden="true">
        {isUp ? "▲" : "▼"} {text}
      </span>
      <span class="visually-hidden">
        {isUp ? "up" : "down"} {text} on {since}
      </span>
    </span>
  );
};
