export type Codec = "aac" | "flac" | "mp3" | "opus" | "vorbis";

/** The form of the packets that follow. A chained or joined file has several. */
export interface StreamHead {
  codec: Codec;
  /** Samples per second of the times in the container. */
  sampleRate: number;
  /** What the codec needs before its first packet; empty for MP3. */
  config: readonly Buffer[];
}

/** A part of a container, in the order of time. Times are in seconds. */
export type AudioPart =
  | { kind: "stream"; stream: StreamHead }
  | { kind: "packet"; bytes: Buffer; seconds: number }
  /** Time without packets in which nothing is lost. A negative time shortens the packets before. */
  | { kind: "pause"; seconds: number }
  /** Damaged audio: silence takes its place. */
  | { kind: "lost"; seconds: number }
  /** Sound that isn't read: another track, or another file after the end of this one. */
  | { kind: "unread" }
  /** The file ends this much before the time that it states; 0 if the missing time is unknown. */
  | { kind: "cut"; seconds: number };
