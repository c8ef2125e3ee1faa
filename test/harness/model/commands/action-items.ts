import fc from "fast-check";
import {
  addActionItem,
  deleteActionItem,
  type ItemChanges,
  type ItemFilter,
  listActionItems,
  type NewItemInput,
  type PlacedItem,
  resolveItemOwner,
  updateActionItem,
} from "../action-items.js";
import { buildCursor, splitPages } from "../lists.js";
import { nameRecording } from "../rest-named-objects.js";
import { ACTION_ITEM_SELECTION, buildPageQuery } from "../selections.js";
import { buildActionItemView, formatTime } from "../views.js";
import {
  buildExchange,
  buildGraphqlExchange,
  type CommandContext,
  defineCommand,
  formatPath,
  mapOutcome,
  walkGraphqlPages,
  walkRestPages,
} from "./command-kind.js";
import {
  bounds,
  clearable,
  DUE_DAYS,
  emails,
  fields,
  index,
  limits,
  maybe,
  pickByIndex,
  pickId,
  TASKS,
} from "./value-pool.js";

const PLACED_SELECTION = `${ACTION_ITEM_SELECTION} recording { id }`;

const showPlaced = ({ item, recording }: PlacedItem) => ({
  ...buildActionItemView(item, recording),
  recording: { id: recording.id },
});

const withoutOwner = ({ owner: _, ...view }: ReturnType<typeof buildActionItemView>): object =>
  view;

const toRestItem = ({ item, recording }: PlacedItem, { org }: CommandContext): object => {
  return {
    ...withoutOwner(buildActionItemView(item, recording)),
    ownerEmail: resolveItemOwner(item, recording)?.email ?? null,
    recording: nameRecording(org, recording),
  };
};

const days = fc.constantFrom(...DUE_DAYS);
const texts = fc.constantFrom(...TASKS, ...TASKS, " ");

const add = defineCommand({
  weight: 5,
  internal: true,
  data: fc.record({
    recording: index,
    input: fields<NewItemInput>({
      text: texts,
      ownerEmail: clearable(emails),
      due: clearable(days),
    }),
  }),
  resolve: ({ org, other }, { recording, input }) => {
    const processed = org.recordings.filter(({ status }) => status === "processed");
    // Some that are not processed, too.
    const own = recording % 7 === 0 ? org.recordings : processed;
    const id = pickId(own, other.recordings, recording);
    return id === undefined ? undefined : { recordingId: id, input };
  },
  apply: ({ world, org }, { recordingId, input }) => addActionItem(world, org, recordingId, input),
})({
  graph: buildGraphqlExchange(
    `mutation ($recordingId: ID!, $input: NewActionItemInput!) {
      answer: addActionItem(recordingId: $recordingId, input: $input) { ${PLACED_SELECTION} }
    }`,
    (variables) => variables,
    showPlaced,
  ),
});

const pickItemId = ({ org, other }: CommandContext, at: number): string | undefined => {
  const [own, others] = [org, other].map((one) => listActionItems(one, {}).map(({ item }) => item));
  return pickId(own!, others!, at);
};

const change = defineCommand({
  weight: 14,
  data: fc.record({
    item: index,
    input: fields<ItemChanges>({
      text: maybe(texts),
      ownerEmail: clearable(emails),
      due: clearable(days),
      completed: fc.constantFrom(undefined, false, true, true),
    }),
  }),
  resolve: (at, { item, input }) => {
    const id = pickItemId(at, item);
    return id === undefined ? undefined : { id, input };
  },
  apply: ({ world, org }, { id, input }) => updateActionItem(world, org, id, input),
})({
  v1: buildExchange(
    ({ id, input }) => ({ method: "PUT", path: `/v1/action-items/${id}`, body: input }),
    ({ item: { id, completed, completedAt, due } }) => ({
      actionItem: { id, completed, completedAt: formatTime(completedAt), due },
    }),
  ),
  graph: buildGraphqlExchange(
    `mutation ($id: ID!, $input: ActionItemChanges!) {
      answer: updateActionItem(id: $id, input: $input) { ${PLACED_SELECTION} }
    }`,
    (variables) => variables,
    showPlaced,
  ),
});

const remove = defineCommand({
  weight: 5,
  internal: true,
  data: fc.record({ item: index, isAny: fc.constantFrom(false, false, true) }),
  resolve: (at, { item, isAny }) => {
    const added = listActionItems(at.org, {}).filter((one) => one.item.isAdded);
    return isAny ? pickItemId(at, item) : pickByIndex(added, item)?.item.id;
  },
  apply: ({ world, org }, id) => deleteActionItem(world, org, id),
})({
  graph: buildGraphqlExchange(
    "mutation ($id: ID!) { answer: deleteActionItem(id: $id) }",
    (id) => ({ id }),
    (value) => value,
  ),
});

interface ListInput extends ItemFilter {
  limit: number;
}

const paginate = (all: readonly PlacedItem[], _at: CommandContext, { limit }: ListInput) =>
  splitPages(all, limit, ({ item, recording }) =>
    buildCursor("action-items", item.position, recording.id),
  );

const list = defineCommand({
  weight: 6,
  data: fields<Omit<ListInput, "clientId"> & { client?: number | undefined }>({
    limit: limits,
    completed: maybe(fc.boolean()),
    ownerEmail: maybe(emails),
    dueBefore: maybe(days),
    userEmail: maybe(emails),
    from: maybe(bounds),
    to: maybe(bounds),
    client: maybe(maybe(index)),
  }),
  resolve: ({ org, other }, { client, ...filter }): ListInput => {
    const clientId = client === undefined ? undefined : pickId(org.clients, other.clients, client);
    return { ...filter, ...(clientId !== undefined && { clientId }) };
  },
  apply: ({ org }, { limit: _, ...filter }) => listActionItems(org, filter),
})({
  v1: mapOutcome(
    paginate,
    walkRestPages(
      ({ from, to, ...rest }) =>
        formatPath("/v1/action-items", { ...rest, fromDate: from, toDate: to }),
      "startAfter",
      ({ nodes }, at) => ({ actionItems: nodes.map((one) => toRestItem(one, at)) }),
    ),
  ),
  graph: mapOutcome(
    paginate,
    walkGraphqlPages(
      buildPageQuery("actionItems", PLACED_SELECTION, "ActionItemFilter"),
      ({ limit, ...filter }) => ({ first: limit, filter }),
      showPlaced,
    ),
  ),
});

export const actionItems = { add, change, remove, list };
