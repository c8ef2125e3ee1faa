import { isDeepStrictEqual } from "node:util";
import { Arg, Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import {
  deleteVocabularyTerm,
  listVocabulary,
  upsertVocabularyTerm,
  type VocabularyTermRow,
} from "../../db/vocabulary/vocabulary.js";
import { listFrequentCorrections } from "../../db/vocabulary/word-corrections.js";
import { forInternal } from "../access/access.js";
import { audit } from "../access/audit.js";
import { ArgumentLimits } from "../arguments/limits.js";
import { DateTime } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { conflict, invalidField } from "../core/errors.js";
import { splitSpokenWords, toLetters } from "./spoken-words.js";

/** Each is compared with every word of a call. */
const MAX_TERMS = 1_000;
const MAX_TERM_CHARACTERS = 60;
const MAX_TERM_WORDS = 3;
const MAX_HEARD_AS = 20;
const SUGGESTION_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const MIN_SUGGESTED_TIMES = 3;
const MAX_SUGGESTIONS = 50;

@ObjectType({
  simpleResolvers: true,
  description: "A name or a word that speech recognition may not know, such as a product.",
})
class VocabularyTerm {
  @Field(() => String, { description: "As it is written." })
  term!: string;

  @Field(() => [String], {
    description: "What it is heard as: these are always written as the term.",
  })
  heardAs!: string[];

  @Field(() => DateTime)
  createdAt!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: "Words that people corrected in the same way, and that the vocabulary doesn't have.",
})
class VocabularySuggestion {
  @Field(() => String, { description: "What was heard." })
  heard!: string;

  @Field(() => String, { description: "What people wrote instead." })
  term!: string;

  @Field(() => Int, { description: "How often, in the last 30 days." })
  times!: number;
}

/** Returns the text without spaces around and twice within. */
const trimTerm = (text: string): string => text.trim().replaceAll(/\s+/gu, " ");

/** Returns the trimmed text. @throws INVALID_FIELD */
const normalizeTerm = (text: string, field: string): string => {
  const term = trimTerm(text);
  const words = splitSpokenWords(term).length;
  if (term.length > MAX_TERM_CHARACTERS)
    throw invalidField(field, `may have at most ${MAX_TERM_CHARACTERS} characters`);
  if (words === 0) throw invalidField(field, "must have a letter or a digit");
  if (words > MAX_TERM_WORDS) throw invalidField(field, `may have at most ${MAX_TERM_WORDS} words`);
  return term;
};

/** Returns one text for the same letters. `others`: by their letters, the terms that have them. @throws INVALID_FIELD */
const normalizeHeardAs = (
  heardAs: readonly string[],
  term: string,
  others: ReadonlyMap<string, VocabularyTermRow>,
): string[] => {
  const byLetters = new Map<string, string>();
  for (const [index, text] of heardAs.entries()) {
    const field = `heardAs.${index}`;
    const heard = normalizeTerm(text, field);
    if (heard === term) throw invalidField(field, "is the term itself");
    const letters = toLetters(heard);
    const other = others.get(letters);
    if (other) throw invalidField(field, `belongs to ${other.term}`);
    byLetters.set(letters, heard);
  }
  return [...byLetters.values()];
};

/** Returns the terms by the letters of what each is written and heard as. */
const indexByLetters = (terms: readonly VocabularyTermRow[]): Map<string, VocabularyTermRow> =>
  new Map(terms.flatMap((row) => [row.term, ...row.heardAs].map((text) => [toLetters(text), row])));

@Resolver()
export class VocabularyResolver {
  @forInternal()
  @Query(() => [VocabularyTerm], {
    description:
      "The organization's names and words. In the calls that debrief transcribes, words that sound like them are written like them.",
  })
  async vocabulary(@Ctx() { db, organizationId }: Context): Promise<VocabularyTermRow[]> {
    return listVocabulary(db, organizationId);
  }

  @forInternal()
  @Query(() => [VocabularySuggestion], {
    description:
      "What people corrected at least three times in the last 30 days, except words of a dictionary and what the vocabulary has. The most frequent first, at most 50.",
  })
  async vocabularySuggestions(
    @Ctx() { db, organizationId, now }: Context,
  ): Promise<VocabularySuggestion[]> {
    const frequent = await listFrequentCorrections(db, organizationId, {
      since: now() - SUGGESTION_DAYS * DAY_MS,
      times: MIN_SUGGESTED_TIMES,
      limit: MAX_TERMS,
    });
    if (frequent.length === 0) return [];
    const known = new Set(
      (await listVocabulary(db, organizationId)).flatMap(({ term, heardAs }) =>
        heardAs.map((heard) => `${heard.toLowerCase()} ${term}`),
      ),
    );
    const { isOrdinaryWord } = await import("./ordinary-words.js");
    const isTerm = (text: string): boolean => !splitSpokenWords(text).every(isOrdinaryWord);
    return frequent
      .filter(({ heard, term }) => isTerm(term) && !known.has(`${heard} ${term}`))
      .slice(0, MAX_SUGGESTIONS);
  }

  @forInternal()
  @ArgumentLimits({
    term: { maxCharacters: MAX_TERM_CHARACTERS },
    heardAs: { maxItems: MAX_HEARD_AS },
  })
  @Mutation(() => VocabularyTerm, {
    description:
      "Adds a term of at most three words to the vocabulary, or changes what one is heard as. It counts for calls that are transcribed from now on.",
  })
  async saveVocabularyTerm(
    @Arg("term", () => String) term: string,
    @Arg("heardAs", () => [String], {
      nullable: true,
      description: "Null or absent: it stays as it is.",
    })
    heardAs: string[] | null | undefined,
    @Ctx() context: Context,
  ): Promise<VocabularyTermRow> {
    const { organizationId } = context;
    const written = normalizeTerm(term, "term");
    return mutate(context, async (trx) => {
      const terms = await listVocabulary(trx, organizationId);
      const isSame = ({ term: other }: VocabularyTermRow): boolean =>
        other.toLowerCase() === written.toLowerCase();
      const before = terms.find(isSame);
      const byLetters = indexByLetters(terms.filter((row) => !isSame(row)));
      const heard = heardAs && normalizeHeardAs(heardAs, written, byLetters);
      const letters = toLetters(written);
      const owner = byLetters.get(letters);
      if (owner && toLetters(owner.term) === letters)
        throw conflict(`has the same letters as ${owner.term}; change that one`, "term");
      if (owner) throw conflict(`is what ${owner.term} is heard as`, "term");
      if (!before && terms.length >= MAX_TERMS)
        throw conflict(`the vocabulary already has ${MAX_TERMS} terms`, "term");
      const after = {
        term: written,
        heardAs: heard ?? before?.heardAs ?? [],
        createdAt: before?.createdAt ?? context.now(),
      };
      if (isDeepStrictEqual(before, after)) return after;
      await upsertVocabularyTerm(trx, organizationId, after);
      await audit(trx, context, { action: "vocabulary.updated", subject: written });
      return after;
    });
  }

  @forInternal()
  @ArgumentLimits({ term: { maxCharacters: MAX_TERM_CHARACTERS } })
  @Mutation(() => Boolean, {
    description:
      "Removes a term from the vocabulary. Transcripts stay as they are. Returns false if the vocabulary doesn't have it.",
  })
  async deleteVocabularyTerm(
    @Arg("term", () => String) term: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    const written = trimTerm(term);
    return mutate(context, async (trx) => {
      if (!(await deleteVocabularyTerm(trx, context.organizationId, written))) return false;
      await audit(trx, context, { action: "vocabulary.updated", subject: written });
      return true;
    });
  }
}
