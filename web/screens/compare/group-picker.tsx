import { Button, Select } from "../../parts/index.js";
import type { ComparedGroup } from "./groups.js";

const MAX_GROUPS = 5;

/** Chooses who is compared: chips of those who are, and a list of the others. */
export const GroupPicker = ({
  label,
  choices,
  chosen,
  onChange,
}: {
  /** What one of them is: "rep". */
  label: string;
  choices: readonly Pick<ComparedGroup, "id" | "name">[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) => {
  const others = choices.filter(({ id }) => !chosen.includes(id));
  const names = new Map(choices.map(({ id, name }) => [id, name]));
  return (
    <div class="chips">
      {chosen.map((id) => (
        <Button
          key={id}
          icon="close"
          aria-label={`Remove ${names.get(id) ?? id}`}
          onClick={() => onChange(chosen.filter((other) => other !== id))}
        >
          {names.get(id) ?? id}
        </Button>
      ))}
      {chosen.length < MAX_GROUPS && others.length > 0 && (
        <Select
          key={chosen.join()}
          label={`Add a ${label}`}
          options={{
            "": `Add a ${label}`,
            ...Object.fromEntries(others.map(({ id, name }) => [id, name])),
          }}
          value=""
          onChange={(event: Event) => {
            const { value } = event.currentTarget as HTMLSelectElement;
            if (value !== "") onChange([...chosen, value]);
          }}
        />
      )}
    </div>
  );
};
