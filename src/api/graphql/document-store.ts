import type { DocumentNode } from "graphql";
import { SizedCache } from "./sized-cache.js";

/** A parsed document takes up to 150 bytes per character. */
const MAX_CHARACTERS = 300_000;
const MAX_DOCUMENT_CHARACTERS = 20_000;

/**
 * Creates Apollo's cache of parsed documents. Apollo's own one counts the bytes of the tree, although the document
 * keeps the whole text that it was parsed from, with comments of megabytes.
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
