import { h } from "preact";
import { type Column, Duration, Person, StatusBadge, Tags, Time } from "../../parts/index.js";
import { formatClock, formatPercent } from "../../lib/format.js";
import { describeAnswer, formatScore } from "../../lib/answers.js";
import { href, hrefAtTime } from "../../lib/location.js";
import { chooseOwnColor } from "../../lib/own-color.js";
import { shortenCallName } from "../../lib/shorten-call-name.js";
import type { RecordingOrder, RecordingsQuery } from "./recordings.graphql.js";
import { isPlayable, PlayButton } from "./row-player.js";

export type Row = RecordingsQuery["recordings"]["nodes"][number];

const NONE = <span class="muted">–</span>;

/** The hits of a tracker that a row quotes: the call has all of them. */
const MAX_QUOTES = 2;

/** What was said of a tracker. Each quote leads to its moment. */
const Quotes = ({ row: { id, trackerHits }, trackerId }: { row: Row; trackerId: string }) => (
  <>
    {trackerHits
      ?.filter(({ tracker }) => tracker.id === trackerId)
      .slice(0, MAX_QUOTES)
      .map(({ quote, start }) => (
        <p key={start} class="said">
          <a href={hrefAtTime(id, start)}>
            {formatClock(start)} {quote === null ? "No longer stored" : `“${quote}”`}
          </a>
        </p>
      ))}
  </>
);

const buildCallColumn = (trackerId: string | undefined): Column<Row> => ({
  title: "Call",
  isHeader: true,
  cell: (row) => {
    const { id, name, status, client, searchMatches } = row;
    return (
      <>
        <a href={href("/recordings/:id", { id })} title={name}>
          {shortenCallName(name, client?.name)}
        </a>
        {status !== "processed" && <StatusBadge status={status} />}
        {searchMatches?.map(({ field, snippet }) => (
          <p key={field} class="muted">
            {snippet.map(({ text, hit }) => (hit ? h("mark", null, text) : text))}
          </p>
        ))}
        {trackerId !== undefined && <Quotes row={row} trackerId={trackerId} />}
      </>
    );
  },
});

interface ListColumn extends Column<Row> {
  /** The orders by the column: falling, rising. */
  orders?: readonly [RecordingOrder, RecordingOrder];
}

/** The columns that one can choose, in their order. */
export const choosableColumns = {
  client: {
    title: "Client",
    cell: ({ client }) =>
      client && (
        <a href={href("/clients/:id", { id: client.id })}>
          {client.name ?? client.email ?? "Unnamed client"}
        </a>
      ),
  },
  rep: { title: "Rep", cell: ({ user }) => <Person id={user.email} name={user.name} /> },
  time: { title: "When", cell: ({ startedAt }) => <Time at={startedAt} /> },
  length: {
    title: "Length",
    isNumber: true,
    orders: ["longest", "shortest"],
    cell: ({ duration }) => <Duration ms={duration} />,
  },
  score: {
    title: "Score",
    isNumber: true,
    orders: ["highestScore", "lowestScore"],
    cell: ({ process }) => (process && formatScore(process)) ?? NONE,
  },
  talkRatio: {
    title: "Rep talks",
    isNumber: true,
    orders: ["highestTalkRatio", "lowestTalkRatio"],
    cell: ({ metrics }) =>
      typeof metrics?.talkRatio === "number" ? formatPercent(metrics.talkRatio) : NONE,
  },
  outcome: {
    title: "Outcome",
    cell: ({ closed }) => closed && <StatusBadge status="processed" text="closed" />,
  },
  trackers: {
    title: "Trackers",
    cell: ({ trackers }) =>
      trackers.length > 0 && (
        <ul class="dots">
          {trackers.map(({ id, name }) => (
            <li key={id} class={chooseOwnColor(id)} title={name}>
              <span class="visually-hidden">{name}</span>
            </li>
          ))}
        </ul>
      ),
  },
  tags: { title: "Tags", cell: ({ tags }) => <Tags tags={tags} /> },
} satisfies Record<string, ListColumn>;

/** The columns that make room for the words that a search or a tracker found. */
export const COLUMNS_WITHOUT_WORDS = ["talkRatio", "outcome", "trackers", "tags"] as const;

const buildPlayColumn = (play: (row: Row) => void): Column<Row> => ({
  title: "Play",
  isTitleHidden: true,
  cell: (row) => isPlayable(row) && <PlayButton row={row} onPlay={() => play(row)} />,
});

/** The order of the list, and what changes it. */
interface ListOrder {
  /** Undefined: newest first. */
  order: RecordingOrder | undefined;
  onOrder: (order: string) => void;
}

/** Adds the means to order the list: falling at first, then rising, then newest first again. */
const addSort = ({ orders, ...column }: ListColumn, { order, onOrder }: ListOrder): Column<Row> => {
  if (!orders) return column;
  const [falling, rising] = orders;
  if (order === falling)
    return { ...column, sort: { direction: "descending", onSort: () => onOrder(rising) } };
  if (order === rising)
    return { ...column, sort: { direction: "ascending", onSort: () => onOrder("") } };
  return { ...column, sort: { onSort: () => onOrder(falling) } };
};

/** The answer to one question. A found one leads to its moment. */
const buildAnswerColumn = (questionId: string): Column<Row> => ({
  title: "Answer",
  cell: ({ id, process }) => {
    const answer = process?.answers?.find((row) => row.questionId === questionId);
    if (!answer) return NONE;
    const text = describeAnswer(answer);
    return answer.start === null ? (
      <span class={answer.yes ? undefined : "muted"}>{text}</span>
    ) : (
      <a href={hrefAtTime(id, answer.start)}>
        {text} {formatClock(answer.start)}
      </a>
    );
  },
});

/**
 * Returns the columns of the list. `play` starts a call that has audio. With `questionId`, a column has the answers to
 * that question; with `trackerId`, each call has what was said of that tracker. Without `listOrder`, the columns order
 * nothing.
 */
export const buildColumns = ({
  hidden,
  play,
  questionId,
  trackerId,
  listOrder,
}: {
  hidden: ReadonlySet<string>;
  play: (row: Row) => void;
  questionId: string | undefined;
  trackerId: string | undefined;
  listOrder: ListOrder | undefined;
}): Column<Row>[] => [
  buildPlayColumn(play),
  buildCallColumn(trackerId),
  ...(questionId === undefined ? [] : [buildAnswerColumn(questionId)]),
  ...Object.entries<ListColumn>(choosableColumns).flatMap(([name, column]) => {
    // An order by a hidden column could be neither seen nor ended.
    const isOrdered = listOrder?.order && column.orders?.includes(listOrder.order);
    if (hidden.has(name) && !isOrdered) return [];
    return [listOrder ? addSort(column, listOrder) : column];
  }),
];
