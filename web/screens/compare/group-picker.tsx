import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Select } from "../../parts/index.js";
import { type Choice, MAX_GROUPS } from "./groups.js";

/** Chooses who is compared: chips of those who are, and a list of the others. */
export const GroupPicker = ({
  label,
  choices,
  chosen,
  onChange,
}: {
  /** What one of them is: "rep". */
  label: string;
  choices: readonly Choice[];
  chosen: readonly Choice[];
  onChange: (ids: string[]) => void;
}) => {
  const form = useRef<HTMLFormElement>(null);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (changes === 0 || form.current?.contains(document.activeElement)) return;
    // The control that had the focus is gone: the button of a removed group, or the list with the fifth.
    const list = form.current?.querySelector("select");
    const buttons = form.current?.querySelectorAll("button") ?? [];
    (list ?? [...buttons].at(-1))?.focus();
  }, [changes, chosen.length]);
  const choose = (ids: string[]): void => {
    setChanges(changes + 1);
    onChange(ids);
  };
  const ids = chosen.map(({ id }) => id);
  const others = choices.filter(({ id }) => !ids.includes(id));
  return (
    <form
      class="chips"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        const added = new FormData(event.currentTarget).get("added");
        if (typeof added === "string") choose([...ids, added]);
      }}
    >
      {chosen.map(({ id, name }) => (
        <Button
          key={id}
          icon="close"
          aria-label={`Remove ${name}`}
          onClick={() => choose(ids.filter((other) => other !== id))}
        >
          {name}
        </Button>
      ))}
      {chosen.length < MAX_GROUPS && others.length > 0 && (
        <>
          <Select
            key={ids.join()}
            label={`Add a ${label}`}
            name="added"
            options={{
              "": `Add a ${label}`,
              ...Object.fromEntries(others.map(({ id, name }) => [id, name])),
            }}
            value=""
            required
          />
          <Button type="submit">Add</Button>
        </>
      )}
    </form>
  );
};
