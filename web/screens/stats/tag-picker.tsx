import { useId, useRef } from "preact/hooks";
import { Button, Field } from "../../parts/index.js";

/** Tags to choose, of those that there are or by typing. `change`: all that are chosen. */
export const TagPicker = ({
  label,
  chosen,
  tags,
  change,
}: {
  label: string;
  chosen: string[];
  tags: string[];
  change: (chosen: string[]) => void;
}) => {
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const remove = (tag: string): void => {
    change(chosen.filter((each) => each !== tag));
    whole.current?.querySelector("input")?.focus();
  };
  return (
    <div class="tag-picker" ref={whole}>
      <Field
        label={label}
        // Preact's type has it only where the type of the input is given.
        {...{ list: id }}
        autoComplete="off"
        placeholder={chosen.length > 0 ? "Another tag" : ""}
        onChange={(event) => {
          // It is no filter itself.
          event.stopPropagation();
          const typed = event.currentTarget.value.split(",").map((tag) => tag.trim());
          event.currentTarget.value = "";
          change([...new Set([...chosen, ...typed.filter(Boolean)])]);
        }}
      />
      <datalist id={id}>
        {tags
          .filter((tag) => !chosen.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
      </datalist>
      {chosen.map((tag) => (
        <Button key={tag} icon="close" aria-label={`Remove ${tag}`} onClick={() => remove(tag)}>
          {tag}
        </Button>
      ))}
    </div>
  );
};
