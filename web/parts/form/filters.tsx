import type { ComponentChildren } from "preact";

type Control = HTMLInputElement | HTMLSelectElement;

const texts = (form: HTMLFormElement): [string, string][] =>
  [...new FormData(form)].map(([name, value]) => [name, (value as string).trim()]);

/** Controls above a list, each of which changes the filter of its name as soon as it has been changed. */
export const Filters = ({
  change,
  children,
}: {
  change: (changes: Record<string, string>) => void;
  children: ComponentChildren;
}) => (
  <search>
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        change(Object.fromEntries(texts(event.currentTarget)));
      }}
      onChange={({ target }) => {
        const { name, value } = target as Control;
        change({ [name]: value.trim() });
      }}
    >
      {children}
      {/* Without one, Enter does nothing where there are several fields. */}
      <button type="submit" hidden>
        Filter
      </button>
    </form>
  </search>
);
