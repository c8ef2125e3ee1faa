import type { DocumentNode } from "graphql";
import { SizedCache } from "./sized-cache.js";

/** A parsed document takes up to 150 bytes per character. */
const MAX_CHARACTERS = 300_000;
const MAX_DOCUMENT_CHARACTERS = 20_000;

/**
 * Creates Apollo's cache of parsed documents. Apollo's own cache counts only the bytes of the tree, but the document
 * also keeps the whole source text, which may contain megabytes of comments.
 */
export const createDocumentStore = () => {
  const documents = new SizedCache<string, DocumentNode>(MAX_CHARACTERS);
  return {
    get: async (key: string): Promise<DocumentNode | undefined> => documents.get(key),
    set: async (key: string, document: DocumentNode): Promise<void> => {
      const characters = document.loc?.source.body.length ?? Infinity;
      if (characters <= MAX_DOCUMENT_CHARACTERS) documents.set(key, document, characters);
    },
    delete: async (key: string): Promise<boolean> => documents.delete(key),
  };
};
