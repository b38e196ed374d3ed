/**
 * The source of a redirect that stands for many paths, as the service and Next.js write them: `/old/:slug` one
 * segment, `/old/:slug*` any number, `/old/*` the same without a name, `/old/article-*` all that begin so.
 */
export interface RedirectPattern {
  /** The segments before the first wildcard: `old/guides`. Every path that matches begins with them. */
  readonly prefix: string;
  /** A fixed segment behind the first wildcard, which every path that matches has; `""` when there is none. */
  readonly needed: string;
  readonly tokens: readonly Token[];
}

/** What the wildcards stand for: by name, and the nameless in their order. */
export interface Captures {
  readonly named: ReadonlyMap<string, string>;
  readonly nameless: readonly string[];
}

type Token =
  | { readonly kind: "literal"; readonly text: string }
  /** One segment, with fixed text around the wildcard. */
  | { readonly kind: "one"; readonly before: string; readonly after: string; readonly name: string }
  /** Any number of segments; with text before it, at least the one that begins so. */
  | { readonly kind: "rest"; readonly before: string; readonly name: string };

const wildcard = /:([A-Za-z_]\w*)([*+?]?)|\*/;
const everyWildcard = new RegExp(wildcard, "g");
const mostSegments = 60;

/** Undefined for a plain path, which stands for itself alone. `path` has no slash at its ends. */
export function readRedirectPattern(path: string): RedirectPattern | undefined {
  const simple = path.includes("(") ? simplifyGroups(path) : path;
  const segments = simple.split("/");
  if (!wildcard.test(simple) || segments.length > mostSegments) return undefined;
  const tokens = segments.map(readToken);
  const fixed = tokens.findIndex(({ kind }) => kind !== "literal");
  const needed = tokens.findLastIndex(({ kind }, index) => kind === "literal" && index > fixed);
  return { prefix: segments.slice(0, fixed).join("/"), needed: segments[needed] ?? "", tokens };
}

/** What the wildcards stand for when the segments of a path match. Linear but for one pattern's own length. */
export function matchRedirectPattern(
  { tokens }: RedirectPattern,
  segments: readonly string[],
): Captures | undefined {
  const last = tokens.at(-1);
  if (last?.kind === "literal" && last.text !== segments.at(-1)) return undefined;
  const ends: number[] = [];
  let token = 0;
  let segment = 0;
  // As in matching file globs, only the last wildcard that swallows any number need ever be taken back.
  let retry: { token: number; segment: number } | undefined;
  for (;;) {
    const current = tokens[token];
    if (
      current?.kind === "rest" &&
      (current.before === "" || segments[segment]?.startsWith(current.before))
    ) {
      retry = { token, segment: segment + (current.before === "" ? 0 : 1) };
      segment = retry.segment;
      ends[token++] = segment;
    } else if (current && segment < segments.length && matchesOne(current, segments[segment] ?? "")) {
      ends[token++] = ++segment;
    } else if (!current && segment === segments.length) return capture(tokens, segments, ends);
    else if (retry && retry.segment < segments.length) {
      segment = ++retry.segment;
      ends[retry.token] = segment;
      token = retry.token + 1;
    } else return undefined;
  }
}

/** The destination with each wildcard replaced by what it stands for in the source. */
export function fillDestination(destination: string, { named, nameless }: Captures): string {
  let next = 0;
  return destination.replace(everyWildcard, (written: string, name: string | undefined) => {
    if (name === undefined) return nameless[next++] ?? written;
    return named.get(name) ?? written;
  });
}

function readToken(segment: string): Token {
  const found = wildcard.exec(segment);
  if (!found) return { kind: "literal", text: segment };
  const before = segment.slice(0, found.index);
  const after = segment.slice(found.index + found[0].length);
  const name = found[1] ?? "";
  const swallowsMore = name === "" || found[2] !== "";
  return swallowsMore && after === "" ? { kind: "rest", before, name } : { kind: "one", before, after, name };
}

function matchesOne(token: Token, segment: string): boolean {
  if (token.kind === "literal") return token.text === segment;
  if (token.kind === "rest") return false;
  // A pattern's own source may be matched (`redirect-course.ts`): its last wildcard stands for several segments.
  if (segment.endsWith("*")) return false;
  const { before, after } = token;
  return (
    segment.length > before.length + after.length && segment.startsWith(before) && segment.endsWith(after)
  );
}

function capture(tokens: readonly Token[], segments: readonly string[], ends: readonly number[]): Captures {
  const named = new Map<string, string>();
  const nameless: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "literal") continue;
    const start = index === 0 ? 0 : (ends[index - 1] ?? 0);
    const text = segments.slice(start, ends[index]).join("/");
    const held = text.slice(
      token.before.length,
      token.kind === "one" ? text.length - token.after.length : undefined,
    );
    if (token.name === "") nameless.push(held);
    else named.set(token.name, held);
  }
  return { named, nameless };
}

/** `:path(.*)` and `(.*)` as plain wildcards: that they match more than the author meant does no harm here. */
function simplifyGroups(path: string): string {
  return path.replace(/(:[A-Za-z_]\w*)?\([^()/]*\)[*+?]?/g, (_, name: string | undefined) =>
    name ? `${name}*` : "*",
  );
}
