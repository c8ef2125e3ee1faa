import { chooseOwnColor, formatInitials } from "../../lib/own-color.js";

/** A person's initials, in a colour of their own, and their name. */
export const Person = ({ id, name }: { id: string; name: string }) => (
  <span class="person">
    <span class={`initials ${chooseOwnColor(id)}`} aria-hidden="true">
      {formatInitials(name)}
    </span>
    {name}
  </span>
);
