import type { ComponentChildren } from "preact";
import { Brand } from "./brand.js";
import { Screen } from "./screen.js";

/** A page of one card, for whoever has not signed in. */
export const CardPage = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <div class="card-page">
    <p class="brand">
      <Brand />
    </p>
    <div class="card">
      <Screen title={title}>{children}</Screen>
    </div>
  </div>
);
