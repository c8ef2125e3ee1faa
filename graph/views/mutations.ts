import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import {
  countViews,
  deleteView,
  findView,
  insertView,
  updateView,
  type ViewRow,
} from "../../db/views/views.js";
import { forPeople } from "../access/access.js";
import { Constraint } from "../arguments/constraints.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { conflict, invalidField, missingField, notFound } from "../core/errors.js";
import { AUTHOR_DESCRIPTION, resolveAuthor } from "../people/resolve-author.js";
import { redactOrRefuse } from "../redaction/redact-or-refuse.js";
import { loadRedactor } from "../redaction/redactor.js";
import { VIEW_FILTERS } from "./filter-names.js";
import { SavedView } from "./view.js";

/** A user's views, and the shared ones, are listed as a whole. */
const MAX_VIEWS = 100;
const MAX_NAME_CHARACTERS = 100;
const MAX_QUERY_CHARACTERS = 2_000;

@InputType()
class SavedViewInput {
  @Field(() => ID, { nullable: true, description: "The view to change; absent: a new one." })
  id?: string | null;

  @Constraint({ maxLength: MAX_NAME_CHARACTERS })
  @Field(() => String, { nullable: true, description: "Required for a new view." })
  name?: string | null;

  @Constraint({ maxLength: MAX_QUERY_CHARACTERS })
  @Field(() => String, {
    nullable: true,
    description:
      "Filters of the console's list of recordings, such as `range=week&tag=sold`. Required for a new view.",
  })
  query?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether everyone in the organization sees it.",
  })
  isShared?: boolean | null;

  @Field(() => String, { nullable: true, description: AUTHOR_DESCRIPTION })
  authorEmail?: string | null;
}

/** @throws INVALID_FIELD for a long text, and for a filter that the list doesn't have */
const normalizeQuery = (query: string): string => {
  if (query.length > MAX_QUERY_CHARACTERS)
    throw invalidField("query", `may have at most ${MAX_QUERY_CHARACTERS} characters`);
  const filters = Object.fromEntries(new URLSearchParams(query));
  for (const name of Object.keys(filters))
    if (!VIEW_FILTERS.has(name)) throw invalidField("query", `has an unknown filter, ${name}`);
  return new URLSearchParams(
    Object.entries(filters).filter(([, value]) => value !== ""),
  ).toString();
};

/** Redacts the words of filters, which the redaction of arguments sees only encoded. @throws INVALID_FIELD */
const redactQuery = async (context: Context, query: string): Promise<string> => {
  const redactor = await loadRedactor(context, context.organizationId);
  if (!redactor) return query;
  const filters = Object.fromEntries(new URLSearchParams(query));
  return new URLSearchParams(await redactOrRefuse(filters, redactor.redactInput)).toString();
};

/** @throws INVALID_FIELD */
const validateName = (name: string): void => {
  if (name.trim() === "") throw invalidField("name", "must not be empty");
  if (name.length > MAX_NAME_CHARACTERS)
    throw invalidField("name", `may have at most ${MAX_NAME_CHARACTERS} characters`);
};

/**
 * Loads a view that the caller may change: a person's own, for an admin also a shared one, for an internal token each.
 * @throws NOT_FOUND
 */
const requireOwnView = async (
  trx: Db,
  { organizationId, userId, role }: Context,
  id: string,
): Promise<ViewRow> => {
  const view = await findView(trx, organizationId, id);
  const mayChange =
    view &&
    (view.authorId === userId ||
      (role === "internal" && (userId === undefined || view.shared === 1)));
  if (!mayChange) throw notFound("View");
  return view;
};

/** @throws CONFLICT */
const requireRoom = async (trx: Db, organizationId: string, view: ViewRow): Promise<void> => {
  const counts = await countViews(trx, organizationId, view.authorId);
  if (counts.own > MAX_VIEWS) throw conflict(`would be one of more than ${MAX_VIEWS}`, "name");
  if (view.shared === 1 && counts.shared > MAX_VIEWS)
    throw conflict(`would be one of more than ${MAX_VIEWS} shared views`, "isShared");
};

@Resolver()
export class SavedViewMutationResolver {
  @forPeople()
  @Mutation(() => SavedView, {
    description:
      "Saves filters of the list of recordings under a name, or changes a view. Absent fields stay as they are.",
  })
  async saveView(
    @Arg("input", () => SavedViewInput) input: SavedViewInput,
    @Ctx() context: Context,
  ): Promise<ViewRow> {
    const { organizationId } = context;
    const { id, name, isShared } = input;
    if (typeof name === "string") validateName(name);
    const query =
      typeof input.query === "string"
        ? await redactQuery(context, normalizeQuery(input.query))
        : undefined;
    const changes = {
      ...(typeof name === "string" && { name }),
      ...(query !== undefined && { query }),
      ...(typeof isShared === "boolean" && { shared: isShared ? 1 : 0 }),
    };
    return mutate(context, async (trx) => {
      if (typeof id === "string") {
        const view = { ...(await requireOwnView(trx, context, id)), ...changes };
        await updateView(trx, organizationId, view);
        await requireRoom(trx, organizationId, view);
        return view;
      }
      if (typeof name !== "string") throw missingField("name");
      if (query === undefined) throw missingField("query");
      const authorId = await resolveAuthor(trx, context, input.authorEmail);
      const created = { id: context.newId(), authorId, createdAt: context.now(), shared: 0 };
      const view = { ...created, name, query, ...changes };
      await insertView(trx, organizationId, view);
      await requireRoom(trx, organizationId, view);
      return view;
    });
  }

  @forPeople()
  @Mutation(() => Boolean, { description: "Deletes a view; an admin also a shared one." })
  async deleteView(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    return mutate(context, async (trx) => {
      await requireOwnView(trx, context, id);
      await deleteView(trx, context.organizationId, id);
      return true;
    });
  }
}
