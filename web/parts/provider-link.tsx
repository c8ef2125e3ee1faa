import type { ComponentChildren } from "preact";

/** A link that leaves the console: the server handles it, so the router must not. */
export const ProviderLink = ({ href, children }: { href: string; children: ComponentChildren }) => (
  <a class="button plain" href={href} onClick={(event) => event.stopPropagation()}>
    {children}
  </a>
);
