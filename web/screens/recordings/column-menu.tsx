import { Menu } from "../../parts/index.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { usePreference } from "../../lib/use-preference.js";
import { choosableColumns } from "./columns.js";

const HIDDEN_AT_FIRST = "tags";
/** A rep sees only their own calls. */
const HIDDEN_FOR_REPS = "tags,rep";

/** Returns the names of the columns that this browser hides, and a function that shows or hides one. */
export const useHiddenColumns = (): [
  hidden: ReadonlySet<string>,
  toggle: (name: string) => void,
] => {
  const [value, change] = usePreference(
    "recordings.hiddenColumns",
    useIsManager() ? HIDDEN_AT_FIRST : HIDDEN_FOR_REPS,
  );
  const hidden = new Set(value.split(","));
  const toggle = (name: string): void => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    change([...next].join(","));
  };
  return [hidden, toggle];
};

export const ColumnMenu = ({
  hidden,
  onToggle,
}: {
  hidden: ReadonlySet<string>;
  onToggle: (name: string) => void;
}) => (
  <Menu label="Columns">
    <fieldset>
      <legend class="visually-hidden">Columns</legend>
      {Object.entries(choosableColumns).map(([name, { title }]) => (
        <label key={name} class="check">
          <input type="checkbox" checked={!hidden.has(name)} onChange={() => onToggle(name)} />
          {title}
        </label>
      ))}
    </fieldset>
  </Menu>
);
