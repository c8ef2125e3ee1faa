import { Button, Field, Filters, Select } from "../../parts/index.js";
import { useQuery } from "../../lib/use-query.js";
import { useUsers } from "../../lib/use-users.js";
import { TrackerNames } from "./recordings.graphql.js";

/** Filter names, the same in the URL and in the schema's RecordingFilter. */
export const recordingFilterNames = [
  "search",
  "by",
  "saidBy",
  "userEmail",
  "from",
  "to",
  "tag",
  "status",
  "hasNotices",
  "clientId",
  "trackerId",
] as const;

export type RecordingFilterValues = Partial<Record<(typeof recordingFilterNames)[number], string>>;

const statusTexts = {
  "": "Processed",
  processing: "Processing",
  received: "Received",
  failed: "Failed",
};

const searchTexts = { "": "Words", meaning: "Meaning" };

const sideTexts = { "": "Anyone", client: "The client", rep: "The rep" };

/** Of calls of which something was left out, repaired or estimated. */
const noticeTexts = { "": "With or without", true: "With notices", false: "Without notices" };

export const RecordingFilters = ({
  values,
  onChange,
}: {
  values: RecordingFilterValues;
  onChange: (changes: RecordingFilterValues) => void;
}) => {
  const users = useUsers();
  const { data } = useQuery(TrackerNames, {});
  const trackers =
    data && Object.fromEntries(data.trackers.map(({ id, name }) => [id, name] as const));
  const { userEmail = "" } = values;
  const byMeaning = values.by === "meaning";
  return (
    <Filters onChange={onChange}>
      <Field label="Search" name="search" type="search" value={values.search ?? ""} />
      <Select label="Find" name="by" options={searchTexts} value={values.by ?? ""} />
      {byMeaning && (
        <Select label="Said by" name="saidBy" options={sideTexts} value={values.saidBy ?? ""} />
      )}
      <Select
        label="User"
        name="userEmail"
        options={{ "": "All users", ...(userEmail && { [userEmail]: userEmail }), ...users }}
        value={userEmail}
      />
      <Field label="Created from" name="from" type="date" value={values.from ?? ""} />
      <Field label="Created to" name="to" type="date" value={values.to ?? ""} />
      {!byMeaning && <Field label="Tag" name="tag" value={values.tag ?? ""} />}
      {!byMeaning && trackers && Object.keys(trackers).length > 0 && (
        <Select
          label="Tracker"
          name="trackerId"
          options={{ "": "Any", ...trackers }}
          value={values.trackerId ?? ""}
        />
      )}
      {!byMeaning && (
        <>
          <Select label="Status" name="status" options={statusTexts} value={values.status ?? ""} />
          <Select
            label="Notices"
            name="hasNotices"
            options={noticeTexts}
            value={values.hasNotices ?? ""}
          />
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
