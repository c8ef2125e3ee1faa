import type { ComponentChildren, ButtonHTMLAttributes } from "preact";
import { Icon, type IconName } from "./icon.js";

type Props = Omit<ButtonHTMLAttributes, "icon"> & {
  kind?: "main" | "plain" | "quiet" | "danger";
  icon?: IconName;
  /** Under way: it stays where it is, can be focused, and does nothing. */
  busy?: boolean;
  children?: ComponentChildren;
};

export const Button = ({ kind = "plain", icon, busy, children, onClick, ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    class={`button ${kind}`}
    aria-busy={busy}
    aria-disabled={busy}
    onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
  >
    {icon && <Icon name={icon} />}
    <span>{children}</span>
    {busy && <span class="spinner" aria-hidden="true" />}
  </button>
);
