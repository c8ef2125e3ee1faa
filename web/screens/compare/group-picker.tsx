import { useEffect, useRef, useState } from "preact/hooks";
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
  const container = useRef<HTMLDivElement>(null);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (changes === 0) return;
    // The control that had the focus is gone: the button of a removed group, or the list with the fifth.
    const controls = container.current?.querySelectorAll<HTMLElement>("select, button") ?? [];
    [...controls].at(-1)?.focus();
  }, [changes, chosen.length]);
  const choose = (ids: string[]): void => {
    setChanges(changes + 1);
    onChange(ids);
  };
  const others = choices.filter(({ id }) => !chosen.includes(id));
  const names = new Map(choices.map(({ id, name }) => [id, name]));
  return (
    <div class="chips" ref={container}>
      {chosen.map((id) => (
        <Button
          key={id}
          icon="close"
          aria-label={`Remove ${names.get(id) ?? id}`}
          onClick={() => choose(chosen.filter((other) => other !== id))}
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
            if (value !== "") choose([...chosen, value]);
          }}
        />
      )}
    </div>
  );
};
