/** A part of a form as `-F` names it. */
export interface CurlPart {
  readonly name: string;
  readonly value: string;
  /** `value` names a file. */
  readonly isFile: boolean;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
}

/**
 * Reads `name=value;type=text/plain` and `name=@file;filename=x;type=y`, in which quotes keep what is in them
 * (curl's manual, `--form`). A literal one (`--form-string`) is text to its end.
 */
export function readFormOption(option: string, isLiteral: boolean): CurlPart {
  const equals = option.indexOf("=");
  const name = equals < 0 ? option : option.slice(0, equals);
  const rest = equals < 0 ? "" : option.slice(equals + 1);
  if (isLiteral) return { name, value: rest, isFile: false, filename: undefined, contentType: undefined };
  const isFile = rest.startsWith("@");
  const [content, options] = readQuoted(rest.slice(isFile || rest.startsWith("<") ? 1 : 0));
  const filename = fieldOf(options, "filename");
  return {
    name,
    value: content,
    isFile,
    filename: isFile ? (filename ?? content.split(/[\\/]/).at(-1)) : filename,
    contentType: fieldOf(options, "type"),
  };
}

/** A text in quotes or up to a semicolon that a known word follows, and what stands behind it. */
function readQuoted(text: string): readonly [content: string, rest: string] {
  const quoted = /^"((?:[^"\\]|\\[^])*)"/.exec(text);
  if (quoted) return [(quoted[1] ?? "").replace(/\\(["\\])/g, "$1"), text.slice(quoted[0].length)];
  const end = /;\s*(?:type|filename|headers|encoder)=/.exec(text)?.index ?? text.length;
  return [text.slice(0, end), text.slice(end)];
}

function fieldOf(options: string, name: string): string | undefined {
  const at = new RegExp(`;\\s*${name}=`).exec(options);
  return at ? readQuoted(options.slice(at.index + at[0].length))[0].trim() : undefined;
}
