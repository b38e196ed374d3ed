import type { NamedText } from "../built-request.ts";

/** A part of a form as `-F` names it. */
export interface CurlPart {
  readonly name: string;
  readonly value: string;
  /** `value` names a file. */
  readonly isFile: boolean;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  /** What is no header, such as a file of headers, is a name with nothing behind it. */
  readonly headers: readonly NamedText[];
  /** `=(` begins parts that are inside this one, `=)` ends them. */
  readonly bracket?: "(" | ")";
}

/**
 * Reads `name=value;type=text/plain` and `name=@file;filename=x;type=y`, in which quotes keep what is in them
 * (curl's manual, `--form`). A literal one (`--form-string`) is text to its end.
 */
export function readFormOption(option: string, isLiteral: boolean): CurlPart {
  const equals = option.indexOf("=");
  const name = equals < 0 ? option : option.slice(0, equals);
  const rest = equals < 0 ? "" : option.slice(equals + 1);
  if (isLiteral)
    return { name, value: rest, isFile: false, filename: undefined, contentType: undefined, headers: [] };
  // Without a name `<` is how a part by its place has the content of a file.
  const isFile = rest.startsWith("@") || (name === "" && rest.startsWith("<"));
  const bracket = rest.startsWith("(") ? "(" : name === "" && rest.trim() === ")" ? ")" : undefined;
  const [content, behind] = readQuoted(rest.slice(isFile || rest.startsWith("<") ? 1 : 0));
  const options = optionsIn(behind);
  const named = (wanted: string) => options.find(([option]) => option === wanted)?.[1];
  const filename = named("filename");
  return {
    name,
    value: content,
    isFile,
    ...(bracket && { bracket }),
    filename: isFile ? (filename ?? content.split(/[\\/]/).at(-1)) : filename,
    contentType: named("type"),
    headers: options.flatMap(([option, text]) => (option === "headers" ? [headerOf(text)] : [])),
  };
}

/** A text in quotes or up to a semicolon that a known word follows, and what stands behind it. */
function readQuoted(text: string): readonly [content: string, rest: string] {
  const quoted = /^"((?:[^"\\]|\\[^])*)"/.exec(text);
  if (quoted) return [(quoted[1] ?? "").replace(/\\(["\\])/g, "$1"), text.slice(quoted[0].length)];
  const end = /;\s*(?:type|filename|headers|encoder)=/.exec(text)?.index ?? text.length;
  return [text.slice(0, end), text.slice(end)];
}

function optionsIn(text: string): readonly NamedText[] {
  const found: NamedText[] = [];
  let rest = text;
  for (;;) {
    const at = /;\s*(type|filename|headers|encoder)=/.exec(rest);
    if (!at) return found;
    const [value, behind] = readQuoted(rest.slice(at.index + at[0].length));
    found.push([at[1] ?? "", value.trim()]);
    rest = behind;
  }
}

function headerOf(line: string): NamedText {
  const colon = line.indexOf(":");
  return colon < 1 ? [line, ""] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}
