import type { Route } from "../route.js";

const USER_FRAGMENT = `fragment changedUser on User {
  name email role active phones extensions
  lastProcessAIAction lastProcessAIAt lastCoachAssistantAction lastCoachAssistantAt
  lastRecordedAt accessedAt updatedAt createdAt
}`;

export const userRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/users",
    summary: "List active users",
    operation: `query listUsers {
      users {
        name email
        lastProcessAIAction lastProcessAIAt lastCoachAssistantAction lastCoachAssistantAt
        lastRecordedAt accessedAt updatedAt createdAt
      }
    }`,
  },
  {
    method: "post",
    path: "/v1/users",
    keyScope: "people",
    summary: "Create or update a user",
    description:
      "For named keys with the scope `people`. A user with this `email`, in any case, is updated; what isn't sent stays. `role` is a label and grants nothing. Admins, managers and those who lead a team can't be updated.",
    operation: `mutation pushUser(
      $email: String!, $name: String!, $role: String, $active: Boolean,
      $phones: [String!], $extensions: [String!]
    ) {
      user: upsertUser(input: {
        email: $email, name: $name, role: $role, active: $active,
        phones: $phones, extensions: $extensions
      }) { ...changedUser }
    } ${USER_FRAGMENT}`,
    errorCodes: ["CONFLICT"],
  },
  {
    method: "put",
    path: "/v1/users/:email",
    keyScope: "people",
    summary: "Update a user",
    description:
      "For named keys with the scope `people`. Updates only the fields that are sent. With `active: false`, the user's sessions and keys end at once.",
    errorCodes: ["CONFLICT"],
    operation: `mutation changeUser(
      $email: String!, $name: String, $role: String, $active: Boolean,
      $phones: [String!], $extensions: [String!]
    ) {
      user: updateUser(email: $email, input: {
        name: $name, role: $role, active: $active, phones: $phones, extensions: $extensions
      }) { ...changedUser }
    } ${USER_FRAGMENT}`,
    nonNullBodyFields: ["name", "role", "active"],
  },
  {
    method: "delete",
    path: "/v1/users/:email",
    keyScope: "people",
    summary: "Deactivate a user",
    description:
      "For named keys with the scope `people`. Sessions and keys of the user end at once; calls and appointments stay.",
    operation: `mutation deactivateUser($email: String!) { deactivateUser(email: $email) }`,
    staticResponse: { message: "User deactivated" },
  },
];
