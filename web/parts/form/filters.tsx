import type { ComponentChildren } from "preact";

type Control = HTMLInputElement | HTMLSelectElement;

const readTexts = (form: HTMLFormElement): [string, string][] =>
  [...new FormData(form)].map(([name, value]) => [name, (value as string).trim()]);

/**
 * Filter controls above a list. Each control changes the filter with its name immediately. As chips, they take one line,
 * without visible labels: the first option of a choice says what it leaves open.
 */
export const Filters = ({
  onChange,
  isChips = false,
  children,
}: {
  onChange: (changes: Record<string, string>) => void;
  isChips?: boolean;
  children: ComponentChildren;
}) => (
  <search>
    <form
      class={isChips ? "chips" : "filters"}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(Object.fromEntries(readTexts(event.currentTarget)));
      }}
      onChange={({ target }) => {
        const { name, value } = target as Control;
        onChange({ [name]: value.trim() });
      }}
    >
      {children}
      {/* Without a submit button, Enter does nothing in a form with several fields. */}
      <button type="submit" hidden>
        Filter
      </button>
    </form>
  </search>
);
