import type { ComponentChildren } from "preact";

/** Shows that a list is empty, and the next step. */
export const EmptyState = ({
  title,
  children,
}: {
  title: string;
  children?: ComponentChildren;
}) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
);
