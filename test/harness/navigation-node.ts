import assert from "node:assert/strict";
import type { NavNode } from "../../server/src/core/config/settings/navigation.ts";
import { getNavigation } from "../../server/src/core/site/settings/navigation.ts";
import type { Site } from "../../server/src/core/site/site.ts";

/** Returns the navigation entry or element with this text or label. */
export function nodeNamed(site: Site, name: string): NavNode {
  const { entries, elements } = getNavigation(site.config);
  const found = entries.find(({ text }) => text === name) ?? elements.find(({ label }) => label?.value === name);
  assert.ok(found, name);
  return found;
}
