import type { ComponentChildren } from "preact";
import { Brand } from "../brand.js";
import { Screen } from "./screen.js";

/** A page with a single card, for visitors who haven't signed in. */
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
