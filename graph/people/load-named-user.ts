import type { UserRow } from "../../db/people/users.js";
import type { Context } from "../context/context.js";
import { userLoader } from "./loaders.js";
import { withoutActivity } from "./without-activity.js";

/** Loads a user whom a visible object names, such as its author. The user exists: the object's row refers to it. */
export const loadNamedUser = async (context: Context, id: string): Promise<UserRow> =>
  withoutActivity(context, (await context.loaders.get(userLoader).load(id))!);
