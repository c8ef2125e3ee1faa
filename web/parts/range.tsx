import { type Preset, presetTexts, type Range } from "../src/range.js";
import { Field, Select } from "./index.js";

/** The controls of a range (`rangeOf`), whose changes are for `rangeChanges`. `of`: what is in the range. */
export const RangeFields = ({
  of,
  range,
  presets,
}: {
  of: string;
  range: Range;
  presets: readonly Preset[];
}) => (
  <>
    <Select
      label="Range"
      name="range"
      options={{ ...presetTexts(presets), custom: "Other days" }}
      value={range.preset}
    />
    <Field label={`${of} from`} name="from" type="date" value={range.from} />
    <Field label={`${of} until`} name="to" type="date" value={range.to} />
  </>
);
