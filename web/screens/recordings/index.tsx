import { useEffect, useReducer, useState } from "preact/hooks";
import { CurlHint, EmptyState, List, Screen } from "../../parts/index.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useQuery } from "../../lib/use-query.js";
import { useConnection } from "../../lib/use-connection.js";
import { href, useFilters } from "../../lib/location.js";
import { type DateRange, type RangeValues, resolveRange, toInstants } from "../../lib/range.js";
import { ColumnMenu, useHiddenColumns } from "./column-menu.js";
import { buildColumns, COLUMNS_WITHOUT_WORDS, type Row } from "./columns.js";
import { FailedRecordings } from "./failed-recordings.js";
import { recordingFilterNames, type RecordingFilterValues } from "./filter-names.js";
import { parseNumberFilters } from "./number-ranges.js";
import { describeOrder, parseAnswer, parseOrder } from "./orders.js";
import { RecordingFilters } from "./recording-filters.js";
import {
  FilterChoices,
  Recordings as Operation,
  type RecordingStatus,
} from "./recordings.graphql.js";
import { RowPlayer } from "./row-player.js";
import { SavedViews } from "./saved-views.js";
import { Sentences } from "./sentences.js";
import { UploadButton } from "./upload-button.js";

type ListFilters = Omit<RecordingFilterValues, "by" | "saidBy" | keyof RangeValues>;

const RecordingList = ({
  filters,
  range,
  hidden,
  uploads,
  onOrder,
}: {
  filters: ListFilters;
  range: DateRange;
  hidden: ReadonlySet<string>;
  /** How often files were uploaded: they may be in the list by now. */
  uploads: number;
  onOrder: (order: string) => void;
}) => {
  const isAdmin = useIsAdmin();
  const [played, setPlayed] = useState<Row>();
  const { status, hasNotices, reviewed, answer, score, talkRatio, closed, ...others } = filters;
  const { order: chosen, ...rest } = others;
  const order = rest.search ? undefined : parseOrder(chosen);
  const kind = rest.questionId ? parseAnswer(answer) : undefined;
  const hiddenNow =
    rest.search || rest.trackerId ? new Set([...hidden, ...COLUMNS_WITHOUT_WORDS]) : hidden;
  const filter = {
    ...rest,
    ...toInstants(range),
    ...(status && { status: status as RecordingStatus }),
    ...(hasNotices && { hasNotices: hasNotices === "true" }),
    ...(reviewed && { reviewed: reviewed === "true" }),
    ...(kind && { answer: kind }),
    ...(closed && { closed: closed === "true" }),
    ...parseNumberFilters(score, talkRatio),
  };
  const list = useConnection(
    Operation,
    {
      filter,
      order,
      withAnswers: rest.questionId !== undefined,
      withHits: rest.trackerId !== undefined,
    },
    ({ recordings }) => recordings,
  );
  const { reload } = list;
  useEffect(() => {
    if (uploads > 0) reload();
  }, [uploads, reload]);
  const isFiltered = Object.keys(filters).length > 0 || range.preset !== range.fallback;
  return (
    <>
      {isAdmin && status === "failed" && <FailedRecordings reload={list.reload} />}
      <List
        kind="calls"
        connection={list}
        caption={`Recordings, ${rest.search ? "best match first" : describeOrder(order)}`}
        columns={buildColumns({
          hidden: hiddenNow,
          play: setPlayed,
          questionId: rest.questionId,
          trackerId: rest.trackerId,
          listOrder: rest.search ? undefined : { order, onOrder },
        })}
        idOf={({ id }) => id}
        empty={
          isFiltered ? (
            <EmptyState title="No recordings match these filters">
              <p>
                <a href={href("/recordings")}>Show all recordings</a>
              </p>
            </EmptyState>
          ) : (
            <EmptyState title="No recordings yet">
              <p>
                Calls appear here once their analysis is done.{" "}
                <a href={href("/recordings", {}, { status: "received" })}>
                  Show calls that wait for it
                </a>
              </p>
              <p>
                Drop a recording here, press Upload, or <a href={href("/")}>connect a source</a>.
              </p>
            </EmptyState>
          )
        }
      />
      {played && <RowPlayer key={played.id} row={played} onClose={() => setPlayed(undefined)} />}
    </>
  );
};

const Recordings = () => {
  const [values, change] = useFilters(recordingFilterNames);
  const { by, saidBy, range: preset, from: firstDay, to: lastDay, ...filters } = values;
  const range = resolveRange({ range: preset, from: firstDay, to: lastDay }, "all");
  const { from, to } = toInstants(range);
  const [hidden, toggle] = useHiddenColumns();
  const [uploads, countUpload] = useReducer((count: number, _: void) => count + 1, 0);
  const choices = useQuery(FilterChoices, {}).data;
  const byMeaning = by === "meaning";
  const { search } = values;
  const order = parseOrder(values.order);
  const query = new URLSearchParams({
    ...(from && { fromDate: from }),
    ...(to && { toDate: to }),
    ...(search && { [byMeaning ? "meaning" : "search"]: search }),
    ...(!search && order && { order }),
    ...(byMeaning && saidBy && { saidBy }),
    limit: "25",
  });
  return (
    <Screen
      title="Recordings"
      actions={
        <>
          {!byMeaning && !search && <ColumnMenu hidden={hidden} onToggle={toggle} />}
          <UploadButton onSent={countUpload} />
        </>
      }
    >
      <SavedViews values={values} trackers={choices?.trackers} />
      <RecordingFilters values={values} range={range} choices={choices} onChange={change} />
      {byMeaning ? (
        <Sentences values={values} range={range} />
      ) : (
        <RecordingList
          uploads={uploads}
          filters={filters}
          range={range}
          hidden={hidden}
          onOrder={(order) => change({ order })}
        />
      )}
      <CurlHint path={`${byMeaning ? "sentences" : "recordings"}?${query}`} />
    </Screen>
  );
};

export default Recordings;
