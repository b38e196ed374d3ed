/** JSON with comments and commas too many, as files of the editor have it; undefined when it is none. */
export function readJsonc(text: string): unknown {
  const plain = text
    .replace(/^\ufeff/, "")
    // Strings stay as they are, whatever they hold.
    .replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_, string?: string) => string ?? " ")
    .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[\]}])/g, (_, string?: string) => string ?? "");
  try {
    return JSON.parse(plain) as unknown;
  } catch {
    return undefined;
  }
}
