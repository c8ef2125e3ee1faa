import { type Preset, listPresetTexts, type DateRange } from "../../lib/range.js";
import { Field, Select } from "./form.js";

/** The controls of a date range; `resolveRangeChanges` reads their changes. `label` names the dated event. */
export const RangeFields = ({
  label,
  range,
  presets,
}: {
  label: string;
  range: DateRange;
  presets: readonly Preset[];
}) => (
  <>
    <Select
      label="Range"
      name="range"
      options={{ ...listPresetTexts(presets), custom: "Custom" }}
      value={range.preset}
    />
    <Field label={`${label} from`} name="from" type="date" value={range.from} />
    <Field label={`${label} to`} name="to" type="date" value={range.to} />
  </>
);
