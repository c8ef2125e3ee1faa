import type { UpdateActionItemMutation } from "./next-steps.graphql.js";

export type Step = UpdateActionItemMutation["updateActionItem"];

/** The rep of the step's call, who is to do what no other person is chosen for. */
export interface Rep {
  name: string;
  email: string;
}
