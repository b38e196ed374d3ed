const rate = 8000;

/** Creates a WAV file with consecutive tones (16-bit, one channel, 8 kHz). */
export function wavRecording(tones: readonly { readonly hertz: number; readonly seconds: number }[]): Buffer {
  const samples = tones.flatMap(({ hertz, seconds }) => {
    const count = Math.round(seconds * rate);
    return Array.from({ length: count }, (_, i) => {
      // Fades the tones in and out to avoid clicks.
      const loud = Math.min(1, i / 200, (count - i) / 200);
      return Math.round(9000 * loud * Math.sin((2 * Math.PI * hertz * i) / rate));
    });
  });
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(samples.length * 2, 40);
  for (const [i, sample] of samples.entries()) file.writeInt16LE(sample, 44 + i * 2);
  return file;
}
