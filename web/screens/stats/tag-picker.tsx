import { useId, useRef } from "preact/hooks";
import { Button, Field } from "../../parts/index.js";

/** Picks tags from a list or by typing. `onChange` receives all chosen tags. */
export const TagPicker = ({
  label,
  chosen,
  tags,
  onChange,
}: {
  label: string;
  chosen: string[];
  tags: string[];
  onChange: (chosen: string[]) => void;
}) => {
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const remove = (tag: string): void => {
    onChange(chosen.filter((other) => other !== tag));
    container.current?.querySelector("input")?.focus();
  };
  return (
    <div class="tag-picker" ref={container}>
      <Field
        label={label}
        // Preact's type has `list` only if the input's type is given.
        {...{ list: id }}
        autoComplete="off"
        placeholder={chosen.length > 0 ? "Add a tag" : ""}
        onChange={(event) => {
          // The text field isn't a filter itself.
          event.stopPropagation();
          const typed = event.currentTarget.value.split(",").map((tag) => tag.trim());
          event.currentTarget.value = "";
          onChange([...new Set([...chosen, ...typed.filter(Boolean)])]);
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
