/** A call of a watched folder that was refused. */
export interface RefusedFile {
  /** The call's first file, relative to the folder or to its `failed`. */
  file: string;
  reason: string;
  /** Milliseconds since 1970; null if unknown. */
  at: number | null;
}

/** A watched folder, as it is now. */
export interface WatchedFolderState {
  folder: string;
  pattern: string;
  /** Why the folder can't be read; null if it can. */
  problem: string | null;
  refusedCalls: number;
  /** Newest first. */
  latestRefused: RefusedFile[];
}

/** The folders that this process watches. */
export interface WatchedFolders {
  list: (organizationId: string) => Promise<WatchedFolderState[]>;
}
