import { resolveInStatus } from "./recordings.js";
import { buildInvalidField } from "./refusal.js";
import type { Organization, Recording, World } from "./world.js";

const setTags = (world: World, recording: Recording, tags: string[]): void => {
  recording.analysis!.tags = tags;
  recording.updatedAt = world.now;
};

export const addTag = (world: World, org: Organization, id: string, sent: string): Recording => {
  const tag = sent.trim();
  if (tag === "" || tag.includes(",")) throw buildInvalidField("tag");
  const recording = resolveInStatus(org, id, "processed");
  const { tags } = recording.analysis!;
  recording.tagEdits.set(tag, "added");
  if (!tags.includes(tag)) setTags(world, recording, [...tags, tag]);
  return recording;
};

export const removeTag = (world: World, org: Organization, id: string, tag: string): Recording => {
  const recording = resolveInStatus(org, id, "processed");
  const { tags } = recording.analysis!;
  if (!tags.includes(tag)) return recording;
  recording.tagEdits.set(tag, "removed");
  setTags(
    world,
    recording,
    tags.filter((other) => other !== tag),
  );
  return recording;
};

/** Applies what people did with tags to those of another analysis. What they added comes last. */
export const keepTagEdits = ({ tagEdits }: Recording, found: readonly string[]): string[] => {
  const added = [...tagEdits.keys()].filter((tag) => tagEdits.get(tag) === "added").toSorted();
  return [...new Set(found)].filter((tag) => !tagEdits.has(tag)).concat(added);
};
