import { Field, Int, ObjectType, registerEnumType } from "type-graphql";
import { FIELDS, type SearchedField } from "../db/search-texts.js";
import type { MatchIn } from "./search-page.js";
import type { Part } from "./snippets.js";

export const RecordingOrders = { relevance: "relevance", newest: "newest" } as const;
registerEnumType(RecordingOrders, { name: "RecordingOrder" });

const SearchedFields = Object.fromEntries(FIELDS.map((field) => [field, field]));
registerEnumType(SearchedFields, { name: "SearchedField" });

@ObjectType({ simpleResolvers: true })
class SnippetPart implements Part {
  @Field(() => String)
  text!: string;

  @Field(() => Boolean, { description: "Whether it is what was looked for." })
  hit!: boolean;
}

@ObjectType({
  simpleResolvers: true,
  description: "Where in a recording something is that was looked for.",
})
export class SearchMatch implements MatchIn {
  @Field(() => SearchedFields)
  field!: SearchedField;

  @Field(() => [SnippetPart], {
    description: "Put together, a piece of the text as it is: data, with nothing in it escaped.",
  })
  snippet!: SnippetPart[];

  @Field(() => Int, {
    nullable: true,
    description:
      "In a transcript, when it was said: milliseconds from the beginning of the recording.",
  })
  start!: number | null;
}
