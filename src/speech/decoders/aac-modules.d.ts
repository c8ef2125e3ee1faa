// The parts of the package `aac` that decode one element; it has no types. Its own decoder needs a framework.
declare module "aac/src/ics.js" {
  import type { BitReader } from "./bit-reader.js";
  export interface AacConfig {
    profile: number;
    sampleIndex: number;
    chanConfig: number;
    frameLength: number;
  }
  export interface IcsInfo {
    /** For the previous frame and this one. */
    windowShape: Int32Array;
    windowCount: number;
    groupCount: number;
    groupLength: Int32Array;
    maxSFB: number;
    swbCount: number;
    swbOffsets: Uint16Array;
  }
  class ICStream {
    static NOISE_BT: number;
    static INTENSITY_BT: number;
    static INTENSITY_BT2: number;
    constructor(config: AacConfig);
    info: IcsInfo;
    bandTypes: Int32Array;
    sectEnd: Int32Array;
    data: Float32Array;
    scaleFactors: Float32Array;
    tnsPresent: number;
    /** By window and filter. */
    tns: {
      maxBands: number;
      nFilt: Int32Array;
      length: Int32Array[];
      order: Int32Array[];
      direction: boolean[][];
      coef: Float32Array[][];
    };
    decode(stream: BitReader, config: AacConfig, commonWindow: boolean): void;
  }
  export default ICStream;
}
declare module "aac/src/cpe.js" {
  import type { BitReader } from "./bit-reader.js";
  import type { AacConfig, default as ICStream } from "aac/src/ics.js";
  class CPEElement {
    constructor(config: AacConfig);
    ms_used: boolean[];
    left: ICStream;
    right: ICStream;
    commonWindow: boolean;
    maskPresent: boolean;
    decode(stream: BitReader, config: AacConfig): void;
  }
  export default CPEElement;
}
declare module "aac/src/filter_bank.js" {
  import type ICStream from "aac/src/ics.js";
  class FilterBank {
    constructor(smallFrames: boolean, channels: number);
    process(
      info: ICStream["info"],
      input: Float32Array,
      output: Float32Array,
      channel: number,
    ): void;
  }
  export default FilterBank;
}
