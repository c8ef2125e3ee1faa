import { Field, Int, ObjectType, registerEnumType } from "type-graphql";
import { recordingSorts, type RecordingSortName } from "../../db/recordings/sorts.js";
import { SEARCHED_FIELDS, type SearchedField } from "../../db/search/texts.js";
import type { FieldMatch, TextPart } from "./search-query.js";

const orderNames: ("relevance" | "newest" | RecordingSortName)[] = [
  "relevance",
  "newest",
  ...(Object.keys(recordingSorts) as RecordingSortName[]),
];
export type RecordingOrder = (typeof orderNames)[number];

export const RecordingOrders = Object.fromEntries(orderNames.map((name) => [name, name])) as {
  [Name in RecordingOrder]: Name;
};
registerEnumType(RecordingOrders, {
  name: "RecordingOrder",
  description: "Recordings without the score or talk ratio come last, and equal ones newest first.",
  valuesConfig: { relevance: { description: "Only of a search." } },
});

const SearchedFields = Object.fromEntries(SEARCHED_FIELDS.map((field) => [field, field]));
registerEnumType(SearchedFields, { name: "SearchedField" });

@ObjectType({ simpleResolvers: true })
class SnippetPart implements TextPart {
  @Field(() => String)
  text!: string;

  @Field(() => Boolean, { description: "Whether the search found this part." })
  hit!: boolean;
}

@ObjectType({
  simpleResolvers: true,
  description: "A place in a recording where a search found its words.",
})
export class SearchMatch implements FieldMatch {
  @Field(() => SearchedFields)
  field!: SearchedField;

  @Field(() => [SnippetPart], {
    description: "Joined, the parts are an excerpt of the text, unescaped: treat it as data.",
  })
  snippet!: SnippetPart[];

  @Field(() => Int, {
    nullable: true,
    description:
      "In a transcript: the start of the utterance, in milliseconds from the start of the recording.",
  })
  start!: number | null;
}
