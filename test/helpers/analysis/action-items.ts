import type { Tenant } from "../tenant.js";

/** Returns the id of a recording's first action item. */
export const findActionItem = async (org: Tenant, recordingId: string): Promise<string> => {
  const query = "query ($id: ID!) { recording(id: $id) { actionItems { id } } }";
  return (await org.graphql(query, { id: recordingId })).recording.actionItems[0].id;
};
