import type { AudioBlock } from "./audio-block.js";

/** Calls `onBlock` for each block, before it is used. */
export const watchBlocks = async function* (
  blocks: AsyncIterable<AudioBlock>,
  onBlock: (block: AudioBlock) => void,
): AsyncGenerator<AudioBlock> {
  for await (const block of blocks) {
    onBlock(block);
    yield block;
  }
};
