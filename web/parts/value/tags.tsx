import { href } from "../../lib/location.js";

/** A list of tags. Each links to the recordings that have it. */
export const Tags = ({ tags }: { tags: string[] }) =>
  tags.length > 0 && (
    <ul class="tags">
      {tags.map((tag) => (
        <li key={tag}>
          <a href={href("/recordings", {}, { tag })}>{tag}</a>
        </li>
      ))}
    </ul>
  );
