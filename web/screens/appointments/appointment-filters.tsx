import { Filters, Select } from "../../parts/index.js";
import { RangeFields } from "../../parts/form/range-fields.js";
import { type DateRange, rangeFilterNames } from "../../lib/range.js";

/** Filter names, the same in the URL and in the schema's AppointmentFilter. */
export const appointmentFilterNames = [...rangeFilterNames, "userEmail", "matchStatus"] as const;

type AppointmentFilterValues = Partial<Record<(typeof appointmentFilterNames)[number], string>>;

const presets = [
  "today",
  "next7",
  "last7",
  "last30",
  "last90",
  "month",
  "lastMonth",
  "all",
] as const;

const matchStatusTexts = {
  "": "All",
  matched: "Recorded",
  missed: "No recording",
  pending: "Not yet",
};

export const AppointmentFilters = ({
  values: { userEmail = "", matchStatus = "" },
  range,
  users,
  onChange,
}: {
  values: AppointmentFilterValues;
  range: DateRange;
  users: Record<string, string>;
  onChange: (changes: Record<string, string>) => void;
}) => (
  <Filters onChange={onChange}>
    <RangeFields label="Starts" range={range} presets={presets} />
    <Select
      label="Rep"
      name="userEmail"
      options={{ "": "All reps", ...(userEmail && { [userEmail]: userEmail }), ...users }}
      value={userEmail}
    />
    <Select label="Recording" name="matchStatus" options={matchStatusTexts} value={matchStatus} />
  </Filters>
);
