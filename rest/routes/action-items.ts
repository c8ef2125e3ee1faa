import type { Route } from "../route.js";
import { NAMED_RECORDING_FRAGMENT } from "./named-objects.js";

const ACTION_ITEM_FRAGMENT = `fragment actionItemDetails on ActionItem {
  id kind text assignee ownerEmail due completed completedAt added
  recording { ...namedRecording }
}
${NAMED_RECORDING_FRAGMENT}`;

export const actionItemRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/action-items",
    summary: "List action items",
    description:
      "Lists the tasks from processed recordings, those of the newest recording first. `ownerEmail` is the user who does it: the one that a person chose or, for an explicit item, the call's rep. `fromDate` and `toDate` are about the recording's `createdAt`.",
    nonNullFields: ["ActionItem.id", "ActionItem.recording"],
    operation: `query listActionItems(
      $completed: Boolean, $ownerEmail: String, $dueBefore: Day, $fromDate: DateFrom,
      $toDate: DateTo, $userEmail: String, $clientId: ID, $limit: Int, $startAfter: String
    ) {
      body: actionItems(first: $limit, after: $startAfter, filter: {
        completed: $completed, ownerEmail: $ownerEmail, dueBefore: $dueBefore, from: $fromDate,
        to: $toDate, userEmail: $userEmail, clientId: $clientId
      }) {
        actionItems: nodes { ...actionItemDetails }
        nextCursor
        hasMore
      }
    } ${ACTION_ITEM_FRAGMENT}`,
  },
  {
    method: "put",
    path: "/v1/action-items/:id",
    summary: "Complete or change an action item",
    description:
      "Changes only the fields that are sent: `completed`, `text`, `ownerEmail` (null: the call's rep, or the client) and `due` (null: no day). Later analyses keep the item as it is.",
    errorCodes: ["USER_NOT_FOUND"],
    nonNullFields: ["ActionItem.id"],
    operation: `mutation changeActionItem(
      $id: ID!, $completed: Boolean, $text: String, $ownerEmail: String, $due: Day
    ) {
      actionItem: updateActionItem(id: $id, input: {
        completed: $completed, text: $text, ownerEmail: $ownerEmail, due: $due
      }) { ...changedActionItem }
    }
    fragment changedActionItem on ActionItem { id completed completedAt due }`,
    nonNullBodyFields: ["completed", "text"],
  },
];
