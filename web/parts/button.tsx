import type { ComponentChildren, ButtonHTMLAttributes } from "preact";
import { Icon, type IconName } from "./icon.js";

type Props = Omit<ButtonHTMLAttributes, "icon"> & {
  kind?: "main" | "plain" | "quiet" | "danger";
  icon?: IconName;
  /** Shows a spinner and ignores clicks. The button keeps its place and its focus. */
  isBusy?: boolean;
  children?: ComponentChildren;
};

export const Button = ({ kind = "plain", icon, isBusy, children, onClick, ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    class={`button ${kind}`}
    aria-busy={isBusy}
    aria-disabled={isBusy}
    onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
  >
    {icon && <Icon name={icon} />}
    <span>{children}</span>
    {isBusy && <span class="spinner" aria-hidden="true" />}
  </button>
);
