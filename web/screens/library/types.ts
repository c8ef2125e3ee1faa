import type { ClipsQuery } from "./library.graphql.js";

export type Clip = ClipsQuery["clips"]["nodes"][number];
export type ClipAudience = NonNullable<Clip["sharedWith"]>;
