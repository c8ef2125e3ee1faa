import { Field, Filters, Select } from "../../parts/index.js";
import { RangeFields } from "../../parts/form/range-fields.js";
import { type DateRange, rangeFilterNames } from "../../lib/range.js";
import { actionTexts, entryKinds } from "./texts.js";

/** Filter names, the same in the URL and in the schema's AuditFilter. */
export const auditFilterNames = [
  ...rangeFilterNames,
  "show",
  "action",
  "email",
  "subject",
] as const;

type AuditFilterValues = Partial<Record<(typeof auditFilterNames)[number], string>>;

const presets = ["today", "last7", "last30", "last90", "last365", "all"] as const;

export const AuditFilters = ({
  values: { show = "", action = "", email = "" },
  range,
  onChange,
}: {
  values: AuditFilterValues;
  range: DateRange;
  onChange: (changes: Record<string, string>) => void;
}) => (
  <Filters onChange={onChange}>
    <Select label="Show" name="show" options={entryKinds} value={show} />
    <Select label="Action" name="action" options={{ "": "All", ...actionTexts }} value={action} />
    <Field
      label="User’s exact e-mail"
      name="email"
      type="search"
      inputMode="email"
      autoComplete="off"
      value={email}
    />
    <RangeFields label="Date" range={range} presets={presets} />
  </Filters>
);
