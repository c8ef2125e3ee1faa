import type { AudioBlock } from "../audio-block.js";
import type { StreamHead } from "./audio-part.js";

/** Decoded packets. */
interface DecodedPackets {
  block: AudioBlock | undefined;
  /** Whether a packet was damaged and became silence. */
  isDamaged: boolean;
}

/** Decodes the packets of one stream, in order. */
export interface PacketDecoder {
  decode: (packets: Buffer[]) => Promise<DecodedPackets>;
  free: () => void;
}

/** Creates the decoder of a stream. Each is loaded when a file needs it. @throws SpeechError */
export const createPacketDecoder = async (stream: StreamHead): Promise<PacketDecoder> => {
  switch (stream.codec) {
    case "aac":
      return (await import("./aac-stream.js")).createAacDecoder(stream);
    case "flac":
      return (await import("./flac.js")).createFlacDecoder();
    case "mp3":
      return (await import("./mp3.js")).createMp3Decoder();
    case "opus":
      return (await import("./opus-stream.js")).createOpusDecoder(stream);
    case "vorbis":
      return (await import("./vorbis.js")).createVorbisDecoder(stream);
  }
};
