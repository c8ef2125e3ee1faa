import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

let isFirstScreen = true;

/** The frame of a screen: its title (also the window's) and its actions. Focuses the title of a new screen. */
export const Screen = ({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · debrief`;
  }, [title]);
  useEffect(() => {
    // The browser places the focus for the first screen.
    if (!isFirstScreen) heading.current?.focus({ preventScroll: true });
    isFirstScreen = false;
  }, []);
  return (
    <>
      <header class="screen-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
};
