import { href } from "../src/location.js";

/** Each leads to the recordings that have it. */
export const Tags = ({ of }: { of: string[] }) =>
  of.length > 0 && (
    <ul class="tags">
      {of.map((tag) => (
        <li key={tag}>
          <a href={href("/recordings", {}, { tag })}>{tag}</a>
        </li>
      ))}
    </ul>
  );
