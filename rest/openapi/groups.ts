/** Groups of endpoints, which OpenAPI calls tags, keyed by the first path segment after `/v1`. */
const groups: Record<string, { name: string; description: string }> = {
  "scheduled-tasks": {
    name: "Appointments",
    description: "Appointments that your system pushes, and their matched recordings.",
  },
  dialer: { name: "Calls", description: "Finished calls that a phone system sends." },
  recordings: {
    name: "Recordings",
    description: "Analysed calls with their transcripts and results.",
  },
  "action-items": {
    name: "Action items",
    description: "The tasks from calls: who is to do them, by when, and whether they are done.",
  },
  comments: { name: "Comments", description: "What users write about calls, with the replies." },
  clips: { name: "Clips", description: "Parts of calls with a title and their own audio." },
  sentences: {
    name: "Sentences",
    description: "What was said in calls, found by its meaning.",
  },
  clients: { name: "Clients", description: "The organization's customers." },
  stats: { name: "Statistics", description: "Call metrics by user or team." },
  users: { name: "Users", description: "The organization's active users." },
  teams: { name: "Teams", description: "Teams with their members." },
  events: { name: "Events", description: "Past webhook events." },
  webhooks: { name: "Webhooks", description: "Webhooks that receive events, and tests of them." },
};

export const allGroups = Object.values(groups);

/** Returns the name of a path's group. @throws for a path without one: add it above */
export const resolveGroup = (path: string): string => {
  const group = groups[path.split("/")[2]!];
  if (!group) throw new Error(`${path} has no group: add it to rest/openapi/groups.ts`);
  return group.name;
};
