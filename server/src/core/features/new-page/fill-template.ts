/** A template with all that is known filled in. */
export interface FilledTemplate {
  /** As it stands when nothing was typed into it: defaults, and the first of choices. */
  readonly text: string;
  /** The same with placeholders to go through, as snippets of VS Code are written. */
  readonly snippet: string;
}

/** `\$`, `${1:text}`, `${1|first,second|}`, `${1}`, `$1`, `$NAME`, `${NAME}`; a text may hold names, nothing else. */
const mark =
  /\\([\\$}])|\$\{(\d+):((?:\$[A-Z_]+|[^${}\\])*)\}|\$\{(\d+)\|([^|]+)\|\}|\$(?:\{(\d+|[A-Z_]+)\}|(\d+|[A-Z_]+))/g;

/** Fills in what is known, by number of placeholder or by name. The text ends with one line end. */
export function fillTemplate(body: readonly string[], known: ReadonlyMap<string, string>): FilledTemplate {
  const source = body.join("\n");
  return { text: `${plain(source, new Map(known)).trimEnd()}\n`, snippet: partly(source, known) };
}

/** Text as it has to be written in a snippet to stand for itself. */
export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}

function plain(source: string, known: Map<string, string>): string {
  return source.replace(mark, (all: string, ...parts: (string | undefined)[]) => {
    const [escaped, number, standard, choice, choices, braced, bare] = parts;
    if (escaped !== undefined) return escaped;
    const key = number ?? choice ?? braced ?? bare ?? "";
    const value =
      known.get(key) ??
      (standard !== undefined
        ? plain(standard, known)
        : choices !== undefined
          ? (choices.split(",", 1)[0] ?? "")
          : /^\d/.test(key)
            ? ""
            : all);
    if (/^\d/.test(key)) known.set(key, value);
    return value;
  });
}

function partly(source: string, known: ReadonlyMap<string, string>): string {
  return source.replace(mark, (all: string, ...parts: (string | undefined)[]) => {
    const [escaped, number, standard, choice, , braced, bare] = parts;
    if (escaped !== undefined) return all;
    const key = number ?? choice ?? braced ?? bare ?? "";
    const value = known.get(key);
    if (value !== undefined) return escapeSnippet(value);
    return standard === undefined ? all : `\${${key}:${partly(standard, known)}}`;
  });
}
