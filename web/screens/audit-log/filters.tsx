import { Field, Filters, Select } from "../../parts/index.js";
import { RangeFields } from "../../parts/range.js";
import { type Range, rangeFilters } from "../../src/range.js";
import { actions } from "./texts.js";

/** The names of the filters are those of the schema's AuditFilter, and of the URL. */
export const filters = [...rangeFilters, "action", "email"] as const;

type Values = Partial<Record<(typeof filters)[number], string>>;

const presets = ["today", "last7", "last30", "last90", "last365", "all"] as const;

export const AuditFilters = ({
  values: { action = "", email = "" },
  range,
  change,
}: {
  values: Values;
  range: Range;
  change: (changes: Record<string, string>) => void;
}) => (
  <Filters change={change}>
    <Select label="What" name="action" options={{ "": "All", ...actions }} value={action} />
    <Field
      label="Admin's e-mail, exactly"
      name="email"
      type="search"
      inputMode="email"
      autoComplete="off"
      value={email}
    />
    <RangeFields of="Done" range={range} presets={presets} />
  </Filters>
);
