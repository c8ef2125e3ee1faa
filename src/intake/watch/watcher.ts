import { realpath } from "node:fs/promises";
import type { CallSink } from "../call-sinks/call-sink.js";
import type { Log } from "../../base/log/log.js";
import { extensions } from "../../media/extensions.js";
import { type CallUnit, groupCalls } from "./call-units.js";
import { listFiles } from "./folder-files.js";
import { moveFile } from "./move-file.js";
import type { NamePattern } from "../../base/config/name-patterns.js";
import { quoteName } from "./quote-name.js";
import { listRefusedFiles, type RefusedFiles } from "./refused-files.js";
import { createRetries } from "./retries.js";
import { createSettledFiles } from "./settled-files.js";
import { openTakenFiles, type TakenFile, type TakenFiles, type Verdict } from "./taken-files.js";
import { takeCall } from "./take-call.js";
import { buildPattern, type WatchOptions } from "../../base/config/watch-options.js";

/** Empty recordings contain only a header. */
const MAX_EMPTY_BYTES = 44;

const AUDIO_EXTENSIONS = new Set([...Object.values(extensions), "wave", "aif", "oga"]);

export interface WatcherDependencies {
  options: WatchOptions;
  sink: CallSink;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  dataDir: string;
}

export interface Watcher {
  /** Scans the folder once, and ingests settled files. @throws errors of the folder itself */
  round: (signal: AbortSignal) => Promise<void>;
  /** Lists the refused calls; none before the first round. */
  listRefused: () => Promise<RefusedFiles>;
}

/** Returns the key of a call whose other side is missing. */
const findLoneSide = ({ key, audio }: CallUnit): string | undefined =>
  audio.length === 1 && audio[0]!.side !== undefined ? key : undefined;

/** Ingests the calls of one folder. */
class FolderWatcher {
  /** When a call without its other side, sidecar or user was first seen, by a monotonic clock. */
  readonly #waitingSince = new Map<string, number>();
  readonly #retries = createRetries();
  /** The folders that the last round couldn't read, each logged once. */
  #unreadableFolders = new Set<string>();
  readonly #settled;

  constructor(
    private readonly parts: WatcherDependencies,
    private readonly root: Buffer,
    private readonly pattern: NamePattern,
    private readonly taken: TakenFiles,
  ) {
    this.#settled = createSettledFiles(root, parts.options.settleSeconds * 1000);
  }

  /** Moves a sent file to its destination, unless files stay in place. */
  async #finish(relative: Buffer, { target, note }: Verdict): Promise<void> {
    if (this.parts.options.keep === "leave") return;
    await moveFile(this.root, relative, target, note);
    await this.taken.remove(relative);
  }

  async #close(files: readonly TakenFile[], verdict: Verdict): Promise<void> {
    await this.taken.add(files, verdict, this.parts.now());
    for (const [index, { relative }] of files.entries())
      await this.#finish(relative, index === 0 ? verdict : { target: verdict.target });
  }

  /** Returns whether a file was sent before. If so, completes a move that a killed process started. */
  async #isTaken(relative: Buffer): Promise<boolean> {
    const entry = this.taken.find(relative);
    if (!entry) return false;
    if (this.parts.options.keep === "leave" && entry.target === "done") return true;
    const size = await this.#settled.measure(relative);
    // A failed file left in place may have been repaired, and a moved file's name may be in use again.
    const isSame = size?.bytes === entry.bytes && size.modifiedAt === entry.modifiedAt;
    if (!isSame) await this.taken.remove(relative);
    else await this.#finish(relative, entry);
    return isSame;
  }

  async #fail(file: TakenFile, note: string): Promise<void> {
    const { log } = this.parts;
    log.warn({ file: quoteName(file.relative), reason: note }, "a watched file isn't a call");
    await this.#close([file], { target: "failed", note });
  }

  /** Returns the files of a call, audio first; undefined while one may still grow. */
  async #settle({ audio, sidecar }: CallUnit): Promise<TakenFile[] | undefined> {
    const files: TakenFile[] = [];
    let hasSettled = true;
    for (const relative of [...audio.map((file) => file.relative), ...(sidecar ? [sidecar] : [])]) {
      const size = await this.#settled.check(relative);
      if (size) files.push({ relative, ...size });
      else hasSettled = false;
    }
    return hasSettled ? files : undefined;
  }

  /** Returns whether a file has changed since it was measured. A missing file was moved by another watcher. */
  async #haveChanged(files: readonly TakenFile[]): Promise<boolean> {
    for (const { relative, bytes, modifiedAt } of files) {
      const size = await this.#settled.measure(relative);
      if (size && (size.bytes !== bytes || size.modifiedAt !== modifiedAt)) return true;
    }
    return false;
  }

  /** Returns whether the call still waits for its other side, or for its sidecar. */
  #isIncomplete(unit: CallUnit): boolean {
    const { key, sidecar } = unit;
    const { sidecar: mode } = this.parts.options;
    if (findLoneSide(unit) === undefined && (mode === "use" || sidecar !== undefined)) return false;
    return this.#mayWait(key);
  }

  /** Returns whether a call's missing parts may still arrive. */
  #mayWait(key: string): boolean {
    const since = this.#waitingSince.get(key) ?? performance.now();
    this.#waitingSince.set(key, since);
    return performance.now() - since < this.parts.options.pairMinutes * 60_000;
  }

  async #take(unit: CallUnit, files: readonly TakenFile[]): Promise<void> {
    const { parts, root } = this;
    const { zone, rep, user } = parts.options;
    const result = await takeCall({ ...parts, root, zone, rep, user }, unit, files[0]!);
    const file = quoteName(files[0]!.relative);
    // The next round lists what is there by then.
    if (result.kind === "gone") return;
    if (result.kind === "later" || (result.kind === "incomplete" && this.#mayWait(unit.key))) {
      const reason = result.kind === "later" ? result.reason : result.note;
      if (this.#retries.postpone(unit.key))
        parts.log.warn({ file, reason }, "a watched call waits");
      return;
    }
    this.#retries.end(unit.key);
    this.#waitingSince.delete(unit.key);
    if (await this.#haveChanged(files)) {
      parts.log.info({ file }, "a watched file changed while it was read, and is read again");
      return;
    }
    const { note } = result;
    if (result.kind === "done")
      parts.log.info({ file, recording: result.recordingId, note }, "took a watched call");
    else parts.log.warn({ file, reason: note }, "a watched call was refused");
    const target = result.kind === "done" ? "done" : "failed";
    await this.#close(files, { target, note, loneSideOf: findLoneSide(unit) });
  }

  async #visit(unit: CallUnit): Promise<void> {
    const files = await this.#settle(unit);
    if (!files || this.#isIncomplete(unit) || !this.#retries.isDue(unit.key)) return;
    const audio = files.slice(0, unit.audio.length);
    const empty = audio.filter(({ bytes }) => bytes <= MAX_EMPTY_BYTES);
    // A recorder may create the file while the phone still rings.
    if (empty.length > 0 && this.#mayWait(unit.key)) return;
    for (const file of empty)
      await this.#fail(file, `the file has no audio: it has ${file.bytes} bytes`);
    // The other side is ingested separately later.
    if (empty.length > 0) return;
    if (this.taken.hasLoneSide(unit.key)) {
      for (const file of audio)
        await this.#fail(file, "the call's other side was taken without it");
      return;
    }
    await this.#take(unit, files);
  }

  /** Processes a file. A failure, such as a missing read permission, doesn't stop other files. */
  async #attempt(key: string, relative: Buffer, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      const file = quoteName(relative);
      if (this.#retries.postpone(key))
        this.parts.log.error({ err: error, file }, "a watched file failed, and is tried again");
    }
  }

  /** Returns whether the file still needs processing. */
  async #isNew(relative: Buffer): Promise<boolean> {
    let isNew = false;
    // No call key starts with this.
    const key = `/${relative.toString("latin1")}`;
    await this.#attempt(key, relative, async () => {
      if (this.#retries.isDue(key)) isNew = !(await this.#isTaken(relative));
    });
    if (isNew) this.#retries.end(key);
    return isNew;
  }

  async #listNewFiles(): Promise<Buffer[]> {
    const unreadable = new Set<string>();
    const onUnreadable = (relative: Buffer, error: unknown): void => {
      const key = relative.toString("latin1");
      unreadable.add(key);
      if (this.#unreadableFolders.has(key)) return;
      const folder = quoteName(relative);
      this.parts.log.warn({ err: error, folder }, "a folder in a watched folder can't be read");
    };
    const isWanted = async (relative: Buffer): Promise<boolean> => this.#isNew(relative);
    const files = await listFiles(this.root, ["done", "failed"], isWanted, { onUnreadable });
    this.#unreadableFolders = unreadable;
    return files;
  }

  async listRefused(): Promise<RefusedFiles> {
    return listRefusedFiles(this.root, this.taken);
  }

  async round(signal: AbortSignal): Promise<void> {
    const files = await this.#listNewFiles();
    const { units, unreadable } = groupCalls(files, this.pattern, AUDIO_EXTENSIONS);
    for (const { relative, reason } of unreadable) {
      if (signal.aborted) return;
      await this.#attempt(`//${relative.toString("latin1")}`, relative, async () => {
        const size = await this.#settled.check(relative);
        if (size) await this.#fail({ relative, ...size }, reason);
      });
    }
    for (const unit of units) {
      if (signal.aborted) return;
      await this.#attempt(unit.key, unit.audio[0]!.relative, async () => this.#visit(unit));
    }
    this.#settled.forgetMissing();
  }
}

/**
 * Creates the watcher for a folder. The folder itself may be missing at times, for example on a network file system.
 * @throws WatchOptionsError
 */
export const createWatcher = async (parts: WatcherDependencies): Promise<Watcher> => {
  const { options, dataDir } = parts;
  const pattern = await buildPattern(options);
  let current: { root: Buffer; watcher: FolderWatcher } | undefined;
  return {
    round: async (signal) => {
      const root = await realpath(Buffer.from(options.folder), "buffer");
      // The folder may be a link whose target has changed.
      if (!current?.root.equals(root)) {
        const taken = await openTakenFiles(dataDir, root);
        current = { root, watcher: new FolderWatcher(parts, root, pattern, taken) };
      }
      await current.watcher.round(signal);
    },
    listRefused: async () => current?.watcher.listRefused() ?? { count: 0, latest: [] },
  };
};
