import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Whether ffmpeg and ffprobe are here. */
export const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).error === undefined;

/** How a file is made of the sound, and what may be done to it. */
export interface Format {
  name: string;
  extension: string;
  options: readonly string[];
  /** Whether it is written to a pipe: no length in its header. */
  isLive?: boolean;
  /** Whether several files one after the other are a file. */
  joins?: boolean;
  /** Whether it may begin after junk. */
  isStream?: boolean;
  /** Whether damage can be told from sound: by checksums or the structure. Less is only heard. */
  showsDamage?: boolean;
}

const opus = ["-c:a", "libopus", "-b:a", "24k"];
const aac = ["-ar", "16000", "-c:a", "aac", "-b:a", "32k"];
const mp3 = ["-ar", "16000", "-c:a", "libmp3lame", "-b:a", "32k"];

export const FORMATS: readonly Format[] = [
  { name: "WAV", extension: "wav", options: [] },
  { name: "WAV µ-law", extension: "wav", options: ["-c:a", "pcm_mulaw"] },
  { name: "WAV ADPCM", extension: "wav", options: ["-c:a", "adpcm_ima_wav"] },
  { name: "live WAV", extension: "wav", options: [], isLive: true },
  { name: "RF64", extension: "wav", options: ["-rf64", "always"] },
  { name: "MP3 in WAV", extension: "wav", options: mp3 },
  { name: "MP3", extension: "mp3", options: mp3, joins: true, isStream: true },
  {
    name: "MP3 VBR without Xing",
    extension: "mp3",
    options: ["-c:a", "libmp3lame", "-q:a", "6", "-write_xing", "0"],
    joins: true,
    isStream: true,
  },
  { name: "ADTS", extension: "aac", options: aac, joins: true, isStream: true },
  { name: "M4A", extension: "m4a", options: aac },
  { name: "M4A for streaming", extension: "m4a", options: [...aac, "-movflags", "+faststart"] },
  {
    name: "fragmented MP4",
    extension: "mp4",
    options: [
      ...aac,
      "-movflags",
      "frag_keyframe+empty_moov+default_base_moof",
      "-frag_duration",
      "1000000",
    ],
  },
  { name: "Opus in MP4", extension: "mp4", options: opus },
  { name: "MP3 in MP4", extension: "mp4", options: mp3 },
  { name: "FLAC in MP4", extension: "mp4", options: ["-c:a", "flac", "-strict", "-2"] },
  {
    name: "Ogg Opus",
    extension: "ogg",
    options: opus,
    joins: true,
    isStream: true,
    showsDamage: true,
  },
  {
    name: "Ogg Vorbis",
    extension: "ogg",
    options: ["-ar", "16000", "-c:a", "libvorbis"],
    joins: true,
    isStream: true,
    showsDamage: true,
  },
  {
    name: "Ogg FLAC",
    extension: "ogg",
    options: ["-c:a", "flac"],
    joins: true,
    isStream: true,
    showsDamage: true,
  },
  {
    name: "FLAC",
    extension: "flac",
    options: ["-c:a", "flac"],
    joins: true,
    isStream: true,
    showsDamage: true,
  },
  {
    name: "live FLAC",
    extension: "flac",
    options: ["-c:a", "flac"],
    isLive: true,
    joins: true,
    isStream: true,
    showsDamage: true,
  },
  { name: "WebM", extension: "webm", options: opus, isStream: true },
  {
    name: "live WebM",
    extension: "webm",
    options: [...opus, "-live", "1"],
    isLive: true,
    isStream: true,
  },
  { name: "Matroska AAC", extension: "mkv", options: aac, isStream: true },
];

const RATE = 8_000;

/** Writes a WAV with a tone in the first half of each second, whose pitch differs from second to second. */
export const writeSound = (directory: string, seconds: number, isStereo: boolean): string => {
  const path = join(directory, `sound-${seconds}-${isStereo ? 2 : 1}.wav`);
  const channels = isStereo ? 2 : 1;
  const data = Buffer.alloc(seconds * RATE * channels * 2);
  for (let at = 0; at < seconds * RATE; at += 1) {
    const isLoud = at % RATE < RATE / 2;
    const pitch = 300 + 50 * (Math.floor(at / RATE) % 10);
    const sample = isLoud ? 8_000 * Math.sin((2 * Math.PI * pitch * at) / RATE) : 0;
    for (let channel = 0; channel < channels; channel += 1)
      data.writeInt16LE(Math.round(sample / (channel + 1)), (at * channels + channel) * 2);
  }
  const head = Buffer.alloc(44);
  head.write("RIFF");
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * channels * 2, 28);
  head.writeUInt16LE(channels * 2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(data.length, 40);
  writeFileSync(path, Buffer.concat([head, data]));
  return path;
};

/** Converts a sound. */
export const convert = (sound: string, { extension, options, isLive = false }: Format): Buffer => {
  const input = ["-loglevel", "error", "-y", "-i", sound, ...options];
  const muxer = { mkv: "matroska", m4a: "ipod", aac: "adts" }[extension] ?? extension;
  if (isLive)
    return execFileSync("ffmpeg", [...input, "-f", muxer, "-"], { maxBuffer: 64 * 1024 ** 2 });
  const path = `${sound}.${extension}`;
  execFileSync("ffmpeg", [...input, "-f", muxer, path]);
  return readFileSync(path);
};

/** Returns the duration that ffprobe reads; undefined if it reads none. */
export const probe = (path: string): number | undefined => {
  const { stdout } = spawnSync("ffprobe", [
    ..."-v error -show_entries format=duration -of csv=p=0".split(" "),
    path,
  ]);
  const seconds = Number.parseFloat(String(stdout));
  return Number.isFinite(seconds) ? seconds : undefined;
};
