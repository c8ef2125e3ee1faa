import { Button, Field, Filters, Menu, Select } from "../../parts/index.js";
import { shorten } from "../../lib/format.js";
import { type DateRange, listPresetTexts, resolveRangeChanges } from "../../lib/range.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { useUsers } from "../../lib/use-users.js";
import type { RecordingFilterValues } from "./filter-names.js";
import { scoreTexts, talkRatioTexts } from "./number-ranges.js";
import { answerTexts, orderTexts } from "./orders.js";
import type { FilterChoicesQuery } from "./recordings.graphql.js";

const timeTexts = listPresetTexts([
  "all",
  "today",
  "yesterday",
  "week",
  "lastWeek",
  "last30",
  "month",
  "lastMonth",
]);

const statusTexts = {
  "": "Processed",
  processing: "Processing",
  received: "Received",
  failed: "Failed",
};

const searchTexts = { "": "Words", meaning: "Meaning" };

const sideTexts = { "": "Said by anyone", client: "Said by the client", rep: "Said by the rep" };

/** Of calls of which something was left out, repaired or estimated. */
const noticeTexts = {
  "": "Any notices",
  true: "With notices",
  false: "Without notices",
};

const closedTexts = { "": "Any outcome", true: "Closed", false: "Not closed" };

const reviewTexts = { "": "Reviewed or not", false: "Not reviewed", true: "Reviewed" };

const TimeFields = ({ range }: { range: DateRange }) => (
  <>
    <Select
      label="Received"
      name="range"
      options={{ ...timeTexts, all: "Received any time", custom: "From … to …" }}
      value={range.preset}
    />
    {range.preset === "custom" && (
      <>
        <Field label="Received from" name="from" type="date" value={range.from} />
        <Field label="Received to" name="to" type="date" value={range.to} />
      </>
    )}
  </>
);

/** Without a question, an answer means nothing. */
const dropAnswer = (changes: Record<string, string>): Record<string, string> =>
  changes["questionId"] === "" ? { ...changes, answer: "" } : changes;

/** Links to the calls of a team lead here; without one, the chips have no room for it. */
const TeamChip = ({
  teamId = "",
  teams,
}: {
  teamId: string | undefined;
  teams: FilterChoicesQuery["teams"];
}) =>
  teamId !== "" && (
    <Select
      label="Team"
      name="teamId"
      options={{
        "": "All teams",
        [teamId]: "A removed team",
        ...Object.fromEntries(teams.map(({ id, name }) => [id, name])),
      }}
      value={teamId}
    />
  );

/** Chips for what was said: trackers, and answers to the questions of scorecards. */
const ContentChips = ({
  values: { trackerId = "", withoutTrackerId = "", questionId = "", answer = "" },
  choices: { trackers, templates },
}: {
  values: RecordingFilterValues;
  choices: FilterChoicesQuery;
}) => {
  const questions = templates.flatMap((template) => template.questions);
  return (
    <>
      {trackers.length > 0 && (
        <Select
          label="Tracker"
          name="trackerId"
          options={{
            "": "Any tracker",
            ...Object.fromEntries(trackers.map(({ id, name }) => [id, name])),
          }}
          value={trackerId}
        />
      )}
      {withoutTrackerId && (
        <Select
          label="Tracker not found"
          name="withoutTrackerId"
          options={{
            "": "Any tracker or none",
            [withoutTrackerId]: "Without a removed tracker",
            ...Object.fromEntries(trackers.map(({ id, name }) => [id, `Without: ${name}`])),
          }}
          value={withoutTrackerId}
        />
      )}
      {(questions.length > 0 || questionId) && (
        <Select
          label="Question"
          name="questionId"
          options={{
            "": "Any question",
            ...(questionId && { [questionId]: "A removed question" }),
            ...Object.fromEntries(questions.map(({ id, question }) => [id, shorten(question)])),
          }}
          value={questionId}
        />
      )}
      {questionId && <Select label="Answer" name="answer" options={answerTexts} value={answer} />}
    </>
  );
};

const MORE_NAMES = ["score", "talkRatio", "closed", "status", "hasNotices"] as const;

/** What is chosen less often: the chips take one line. */
const MoreChips = ({ values, isAdmin }: { values: RecordingFilterValues; isAdmin: boolean }) => {
  const count = MORE_NAMES.filter((name) => values[name]).length;
  return (
    <Menu label={count > 0 ? `More filters: ${count}` : "More filters"}>
      <Select label="Score" name="score" options={scoreTexts} value={values.score ?? ""} />
      <Select
        label="Rep talks"
        name="talkRatio"
        options={talkRatioTexts}
        value={values.talkRatio ?? ""}
      />
      <Select label="Outcome" name="closed" options={closedTexts} value={values.closed ?? ""} />
      <Select label="Status" name="status" options={statusTexts} value={values.status ?? ""} />
      {isAdmin && (
        <Select
          label="Notices"
          name="hasNotices"
          options={noticeTexts}
          value={values.hasNotices ?? ""}
        />
      )}
    </Menu>
  );
};

export const RecordingFilters = ({
  values,
  range,
  choices,
  onChange,
}: {
  values: RecordingFilterValues;
  range: DateRange;
  /** Undefined until they are loaded. */
  choices: FilterChoicesQuery | undefined;
  onChange: (changes: RecordingFilterValues) => void;
}) => {
  const isAdmin = useIsAdmin();
  const isManager = useIsManager();
  const users = useUsers();
  const { userEmail = "" } = values;
  const byMeaning = values.by === "meaning";
  return (
    <Filters
      isChips
      onChange={(changes) => onChange(resolveRangeChanges(range, dropAnswer(changes)))}
    >
      <Field
        label="Search"
        name="search"
        type="search"
        placeholder={
          byMeaning
            ? "As one would say it: that costs too much for us"
            : "Words that were said, or a name"
        }
        value={values.search ?? ""}
      />
      <Select label="Find" name="by" options={searchTexts} value={values.by ?? ""} />
      {byMeaning && (
        <Select label="Said by" name="saidBy" options={sideTexts} value={values.saidBy ?? ""} />
      )}
      <TimeFields range={range} />
      {isManager && (
        <Select
          label="Rep"
          name="userEmail"
          options={{ "": "All reps", ...(userEmail && { [userEmail]: userEmail }), ...users }}
          value={userEmail}
        />
      )}
      {!byMeaning && (
        <>
          {!values.search && (
            <Select label="Order" name="order" options={orderTexts} value={values.order ?? ""} />
          )}
          <Field label="Tag" name="tag" placeholder="Any tag" value={values.tag ?? ""} />
          <Select
            label="Review"
            name="reviewed"
            options={reviewTexts}
            value={values.reviewed ?? ""}
          />
          <MoreChips values={values} isAdmin={isAdmin} />
        </>
      )}
      {/* The last, as they appear only once the choices are known. */}
      {!byMeaning && choices && (
        <>
          {isManager && <TeamChip teamId={values.teamId} teams={choices.teams} />}
          <ContentChips values={values} choices={choices} />
        </>
      )}
      {values.clientId && (
        <Button icon="close" onClick={() => onChange({ clientId: "" })}>
          One client only
        </Button>
      )}
    </Filters>
  );
};
