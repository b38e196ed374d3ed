import { percentEncode } from "../percent-encode.ts";
import { readHttpUrl } from "../read-http-url.ts";
import type { ParameterForm, RequestForm } from "../request-form.ts";
import type { RequestValues } from "../request-values.ts";

export interface MatchedAddress {
  readonly server: RequestValues["server"];
  /** By name, encoded as they stand in the path. */
  readonly segments: ReadonlyMap<string, string>;
  /** Of the address that was typed or of the path itself: no parameter's. */
  readonly ownQuery: string;
}

/** In UTF-16 units. */
const longestUrl = 4_000;
/** Ways to part an address among names that stand in one part of a path. */
const mostTries = 20_000_000;

/** Where in a form's address everything of a URL (without its query) belongs; undefined where it is another's. */
export function matchAddress(form: RequestForm, url: string): MatchedAddress | undefined {
  const path = url.length > longestUrl ? undefined : pathPattern(form, url.length);
  if (!path) return undefined;
  for (const [at, { url: written, variables }] of form.servers.entries()) {
    const base = absolute(written, form.settings.siteUrl);
    if (base === undefined) continue;
    const [address = "", query = ""] = base.split("#", 1)[0]?.split("?") ?? [];
    const ofServer = new Map(variables.map(({ name }) => [name, anyValue]));
    const server = pattern(address.replace(/\/$/, ""), ofServer, (text) => text, url.length);
    const found = server && new RegExp(`^${server.source}${path.source}$`).exec(url);
    if (!found) continue;
    const values = found.slice(1);
    return {
      server: { at, variables: named(server.names, values) },
      segments: new Map(Object.entries(named(path.names, values.slice(server.names.length)))),
      ownQuery: query,
    };
  }
  const found = new RegExp(`^([a-z][a-z0-9+.-]*://[^?#]*?)${path.source}$`, "i").exec(url);
  if (!found) return undefined;
  const [own = "", ...values] = found.slice(1);
  return {
    server: { at: -1, variables: {}, own },
    segments: new Map(Object.entries(named(path.names, values))),
    ownQuery: "",
  };
}

function absolute(url: string, siteUrl: string | undefined): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url;
  if (siteUrl === undefined) return undefined;
  const read = readHttpUrl(url, siteUrl);
  return read.ok ? read.origin + read.path : undefined;
}

const anyValue = "[^/?#]*?";

/** `;name=value` tells by itself where it begins and ends. */
function valuePattern({ name, style, explode }: ParameterForm): string {
  return style === "matrix" && !explode
    ? `;${literal(percentEncode(name, "value"))}(?:=[^/?#;]*)?`
    : anyValue;
}

interface Pattern {
  readonly source: string;
  readonly names: readonly string[];
}

function pathPattern({ path, parameters }: RequestForm, longest: number): Pattern | undefined {
  const [bare = ""] = path.split(/[?#]/);
  const whole = bare === "" || bare.startsWith("/") ? bare : `/${bare}`;
  const ofPath = parameters.filter((each) => each.in === "path");
  const values = new Map(ofPath.map((each) => [each.name, valuePattern(each)]));
  return pattern(whole, values, (text) => percentEncode(text, "path"), longest);
}

/**
 * A template as a regular expression with a group for each of its names; none of it comes from the author as such.
 * Undefined where so many names stand in one part of it that to tell them apart would take too long.
 */
function pattern(
  template: string,
  values: ReadonlyMap<string, string>,
  encode: (text: string) => string,
  longest: number,
): Pattern | undefined {
  const names: string[] = [];
  let source = "";
  let from = 0;
  for (const { index, 0: whole, 1: name = "" } of template.matchAll(/(?<!\{)\{([^{}]+)\}/g)) {
    const value = values.get(name);
    if (value === undefined) continue;
    source += `${literal(encode(template.slice(from, index)))}(${value})`;
    names.push(name);
    from = index + whole.length;
  }
  const most = Math.max(...source.split("\\/").map((part) => part.split(anyValue).length - 1));
  return longest ** most > mostTries
    ? undefined
    : { source: source + literal(encode(template.slice(from))), names };
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function named(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""]));
}
