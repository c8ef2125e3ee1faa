import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** A button that opens a panel below it. Escape closes it, and so does the focus elsewhere. */
export const Menu = ({ label, children }: { label: string; children: ComponentChildren }) => {
  const detailsRef = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const details = detailsRef.current!;
    const closeByKey = ({ key }: KeyboardEvent): void => {
      if (key !== "Escape" || !details.open) return;
      details.open = false;
      details.querySelector("summary")!.focus();
    };
    const closeByFocus = ({ relatedTarget }: FocusEvent): void => {
      if (!details.contains(relatedTarget as Node | null)) details.open = false;
    };
    const closeByItem = ({ target }: MouseEvent): void => {
      if (!(target as Element).closest("button")) return;
      details.open = false;
      // A dialog that the item opens returns the focus to where it was.
      details.querySelector("summary")!.focus();
    };
    // Before the item's own handler.
    details.addEventListener("click", closeByItem, { capture: true });
    details.addEventListener("keydown", closeByKey);
    details.addEventListener("focusout", closeByFocus);
    return () => {
      details.removeEventListener("click", closeByItem, { capture: true });
      details.removeEventListener("keydown", closeByKey);
      details.removeEventListener("focusout", closeByFocus);
    };
  }, []);
  return (
    <details ref={detailsRef} class="dropdown">
      <summary class="button plain">{label}</summary>
      {/* Takes the focus of a click between its controls, which would otherwise close it. */}
      <div class="card" tabIndex={-1}>
        {children}
      </div>
    </details>
  );
};
