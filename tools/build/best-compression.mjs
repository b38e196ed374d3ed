// This module is loaded into vsce to compress the files in the extension package as much as possible, because vsce
// doesn't have an option for the compression level.
import zlib from "node:zlib";

/** In minified scripts, shorter blocks with their own Huffman codes save more space than their code tables take up. */
const memLevel = 6;

zlib.DeflateRaw = class extends zlib.DeflateRaw {
  constructor(options) {
    super({ ...options, level: zlib.constants.Z_BEST_COMPRESSION, memLevel });
  }
};
