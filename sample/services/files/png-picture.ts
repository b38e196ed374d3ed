import { crc32, deflateSync } from "node:zlib";

/** Creates a PNG image of stacked containers. Each letter in a row is the color of a container. */
export function pngPicture(rows: readonly string[], size = 32): Buffer {
  const width = Math.max(...rows.map((row) => row.length)) * size;
  const height = rows.length * size;
  const pixels = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isEdge = x % size < 2 || y % size < 2;
      const [red, green, blue] = isEdge
        ? edge
        : (colors[rows[Math.floor(y / size)]?.[Math.floor(x / size)] ?? ""] ?? sky);
      pixels.set([red, green, blue], y * (width * 3 + 1) + 1 + x * 3);
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

type Color = readonly [number, number, number];

const sky: Color = [216, 228, 232];
const edge: Color = [40, 52, 58];
const colors: Readonly<Record<string, Color>> = {
  r: [178, 66, 52],
  g: [70, 128, 110],
  b: [58, 96, 140],
  y: [214, 164, 72],
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
