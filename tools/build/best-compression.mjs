// Loaded into vsce, which can't set a level: compresses the entries of the extension package as much as possible.
import zlib from "node:zlib";

const { deflateRaw } = zlib;
zlib.deflateRaw = (buffer, done) => deflateRaw(buffer, { level: zlib.constants.Z_BEST_COMPRESSION }, done);
