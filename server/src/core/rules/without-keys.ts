import { searchedKeys } from "../site/settings/secret-keys.ts";
import type { Site } from "../site/site.ts";
import type { MessageArgs } from "./rule.ts";

/**
 * What goes into a message, with the keys of a site that holds some made unreadable: other rules quote what they
 * find, in part, and a report is read by many. What is left is the prefix.
 */
export function withoutKeys(args: MessageArgs | undefined, site: Site): MessageArgs | undefined {
  const pattern = site.keys.size > 0 && args ? searchedKeys(site.settings) : undefined;
  if (!pattern || !args) return args;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === "string" ? maskBehind(value, pattern.prefix) : value,
    ]),
  );
}

function maskBehind(text: string, prefix: string): string {
  const [first = "", ...others] = text.split(prefix);
  return [first, ...others.map((other) => other.replace(/^[\w-]{8,}…?[\w-]*/, "***"))].join(prefix);
}
