import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** Who scrolls by himself is left alone for so long. */
const REST_MS = 5_000;

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** What is said in a transcript, by lines: buttons whose value is when each begins, in milliseconds. */
const follow = (media: HTMLMediaElement, list: HTMLElement, signal: AbortSignal): void => {
  const lines = [...list.querySelectorAll<HTMLButtonElement>(".line")];
  const starts = lines.map(({ value }) => Number(value));
  let current: HTMLButtonElement | undefined;
  let scrolled = -Infinity;
  let stop = lines[0];
  // One line is a stop of the Tab key, whatever their number.
  const stopAt = (line: HTMLButtonElement): void => {
    if (stop) stop.tabIndex = -1;
    line.tabIndex = 0;
    stop = line;
  };
  const mark = (): void => {
    const at = media.currentTime * 1000;
    // A place that was jumped to may be a little before itself.
    const line = at > 0 ? lines[starts.findLastIndex((start) => start <= at + 1)] : undefined;
    if (line === current) return;
    current?.removeAttribute("aria-current");
    line?.setAttribute("aria-current", "true");
    current = line;
    if (!line) return;
    if (!list.contains(document.activeElement)) stopAt(line);
    if (!media.paused && performance.now() - scrolled > REST_MS)
      line.scrollIntoView({ block: "nearest" });
  };
  for (const event of ["timeupdate", "seeking", "emptied"])
    media.addEventListener(event, mark, { signal });
  for (const event of ["wheel", "touchmove"])
    addEventListener(event, () => (scrolled = performance.now()), { signal, passive: true });
  const lineOf = ({ target }: Event): HTMLButtonElement | null =>
    (target as Element).closest<HTMLButtonElement>(".line");
  const play = (event: Event): void => {
    const line = lineOf(event);
    if (!line) return;
    stopAt(line);
    media.currentTime = Number(line.value) / 1000;
    mark();
    // It says itself what it cannot play.
    media.play().catch(() => {});
  };
  const step = (event: KeyboardEvent): void => {
    const line = lineOf(event);
    const to = steps[event.key];
    if (!line || !to) return;
    event.preventDefault();
    const next = lines[to(lines.indexOf(line), lines.length - 1)]!;
    stopAt(next);
    next.focus();
  };
  list.addEventListener("click", play, { signal });
  list.addEventListener("keydown", step, { signal });
};

/** Marks the line that is being said, and has the player go to a line; the arrow keys go from line to line. */
export const useFollowing = (
  player: RefObject<HTMLMediaElement | null>,
  list: RefObject<HTMLElement | null>,
  of: unknown,
): void => {
  useEffect(() => {
    const ending = new AbortController();
    if (player.current && list.current) follow(player.current, list.current, ending.signal);
    return () => ending.abort();
    // Other lines, other buttons.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [of]);
};
