import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** A titled card on a screen. */
export const Section = ({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) => {
  const id = useId();
  return (
    <section class="card section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
};
