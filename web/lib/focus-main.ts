/** Moves the focus to the main region, without a change of what is visible. */
export const focusMain = (): void =>
  document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
