import fc from "fast-check";
import { addTag, removeTag } from "../tags.js";
import { defineRecordingChange } from "./recording-change.js";
import { TAGS } from "./value-pool.js";

const add = defineRecordingChange(
  5,
  ["addTag", ", $tag: String!"],
  fc.constantFrom(...TAGS, ...TAGS, "mine", " mine ", "", "a,b"),
  (_at, tag) => ({ tag }),
  ({ world, org }, id, { tag }) => addTag(world, org, id, tag),
);

const remove = defineRecordingChange(
  4,
  ["removeTag", ", $tag: String!"],
  fc.constantFrom(...TAGS, "mine", "mine", " mine "),
  (_at, tag) => ({ tag }),
  ({ world, org }, id, { tag }) => removeTag(world, org, id, tag),
);

export const tags = { add, remove };
