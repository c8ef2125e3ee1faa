import type { ComponentChildren } from "preact";

/** Says that a list is empty, and what to do next. */
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
