/** What the paths are about, by their first part. */
const tags: Record<string, { name: string; description: string }> = {
  "scheduled-tasks": {
    name: "Appointments",
    description:
      "Appointments that your system pushes, and the recordings that they are matched to.",
  },
  dialer: { name: "Calls", description: "Finished calls, as a phone system sends them." },
  recordings: {
    name: "Recordings",
    description: "Calls that have been analysed: what was said, and what was found in it.",
  },
  clients: { name: "Clients", description: "The people whom the organization talks to." },
  stats: { name: "Statistics", description: "What calls add up to." },
  users: { name: "Users", description: "The organization's people." },
  teams: { name: "Teams", description: "The organization's people in groups." },
  events: { name: "Events", description: "What happened, for whoever was not told by a webhook." },
  webhooks: { name: "Webhooks", description: "Where events are sent." },
};

export const allTags = Object.values(tags);

/** The tag of a path. @throws for a path that is about something new */
export const tagOf = (path: string): string => {
  const tag = tags[path.split("/")[2]!];
  if (!tag) throw new Error(`${path} has no tag`);
  return tag.name;
};
