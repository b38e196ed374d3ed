// Loaded into vsce, which has no option for the compression level, to compress the files in the extension package as
// much as possible.
import zlib from "node:zlib";

/** In minified scripts, shorter blocks with their own codes save more than their tables cost. */
const memLevel = 6;

zlib.DeflateRaw = class extends zlib.DeflateRaw {
  constructor(options) {
    super({ ...options, level: zlib.constants.Z_BEST_COMPRESSION, memLevel });
  }
};
