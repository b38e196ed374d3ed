// Loaded into vsce, which can't set a level: compresses the files of the extension package as much as possible.
import zlib from "node:zlib";

zlib.DeflateRaw = class extends zlib.DeflateRaw {
  constructor(options) {
    super({ ...options, level: zlib.constants.Z_BEST_COMPRESSION });
  }
};
