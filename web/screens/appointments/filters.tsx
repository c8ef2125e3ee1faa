import { Filters, Select } from "../../parts/index.js";
import { RangeFields } from "../../parts/range.js";
import { type Range, rangeFilters } from "../../src/range.js";

/** The names of the filters are those of the schema's AppointmentFilter, and of the URL. */
export const filters = [...rangeFilters, "userEmail", "matchStatus"] as const;

type Values = Partial<Record<(typeof filters)[number], string>>;

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

const matches = { "": "Any", matched: "Matched", missed: "Missed", pending: "Pending" };

export const AppointmentFilters = ({
  values: { userEmail = "", matchStatus = "" },
  range,
  users,
  change,
}: {
  values: Values;
  range: Range;
  users: Record<string, string>;
  change: (changes: Record<string, string>) => void;
}) => (
  <Filters change={change}>
    <RangeFields of="Starts" range={range} presets={presets} />
    <Select
      label="User"
      name="userEmail"
      options={{ "": "Everybody", ...(userEmail && { [userEmail]: userEmail }), ...users }}
      value={userEmail}
    />
    <Select label="Match" name="matchStatus" options={matches} value={matchStatus} />
  </Filters>
);
