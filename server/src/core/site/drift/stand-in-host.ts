import type { SampleUrl } from "./sample-url.ts";

/** A host that is written for whatever host the reader has, with the path behind it. */
export interface StandInHost {
  /** `$BASE_URL`, `MEILISEARCH_URL`, `<host>`, `https://your-project.com`; or `localhost`. */
  readonly kind: "variable" | "host" | "own-machine";
  readonly segments: readonly string[];
}

/**
 * What stands for the host in an address; undefined where that is a host of its own. Words alone are none: an address
 * such as `/api/users` or `api/users` is one of the page that the script is on.
 */
export function standInHost({
  origin,
  segments,
}: Pick<SampleUrl, "origin" | "segments">): StandInHost | undefined {
  if (origin === undefined) {
    const [first = "", ...rest] = segments;
    if (isOwnMachine(first)) return { kind: "own-machine", segments: rest };
    return isVariable(first) ? { kind: "variable", segments: rest } : undefined;
  }
  const host = origin.replace(/^https?:\/\//, "");
  if (isOwnMachine(host)) return { kind: "own-machine", segments };
  return isPlaceholder(host) ? { kind: "host", segments } : undefined;
}

function isOwnMachine(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])(:\d{1,5})?$/i.test(host);
}

/** `$HOST`, `${process.env.HOST}`, `{{baseUrl}}`, `<your-host>`, `BASE_URL`. */
function isVariable(segment: string): boolean {
  return (
    /^\$[A-Za-z_]\w*$/.test(segment) ||
    /^(\$\{[^{}]*\}|\{\{?[^{}]*\}\}?|<[^<>]*>|%\w+%)$/.test(segment) ||
    /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(segment)
  );
}

/** A name that no host can have, or that tells the reader to put in theirs. */
function isPlaceholder(host: string): boolean {
  return /[_<>{}$]/.test(host) || host.split(/[.:-]/).includes("your");
}
