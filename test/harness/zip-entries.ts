/**
 * Returns the names of the files in a ZIP archive, from its central directory. Throws an error if the data isn't an
 * archive or is larger than 4 GB.
 */
export function zipEntries(archive: Buffer): string[] {
  const end = archive.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end < 0) throw new Error("Not a zip archive.");
  const count = archive.readUInt16LE(end + 10);
  const names: string[] = [];
  let offset = archive.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (archive.readUInt32LE(offset) !== 0x02014b50) throw new Error("The archive's directory is damaged.");
    const [name, extra, comment] = [28, 30, 32].map((at) => archive.readUInt16LE(offset + at)) as [
      number,
      number,
      number,
    ];
    names.push(archive.toString("utf8", offset + 46, offset + 46 + name));
    offset += 46 + name + extra + comment;
  }
  return names;
}
