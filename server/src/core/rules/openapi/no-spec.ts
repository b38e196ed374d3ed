import { findConfigFile } from "../../config/config.ts";
import { insertProperty, toJsonString } from "../../config/json/json-edit.ts";
import { findProperty, type JsonProperty, getNodeLocation } from "../../config/json/json-tree.ts";
import { getLabelKey, type NavElement } from "../../config/settings/navigation.ts";
import { getNavigation } from "../../site/settings/navigation.ts";
import type { Site } from "../../site/site.ts";
import { findTarget } from "../../site/specs/operation-references.ts";
import { isReadable } from "../../site/specs/specs.ts";
import { readOperationReference } from "../../spec/operation-reference.ts";
import { derive } from "../../text/maps.ts";
import type { SitePath, TextEdit } from "../../text/text-edit.ts";
import { defineRule, toFileEdits } from "../rule.ts";
import { findEntry, formatElementName, listLocatedReferences, getTargetText } from "../subjects/site-subjects.ts";

export const noSpec = defineRule({
  code: "openapi/no-spec",
  subjectKinds: ["config", "page"],
  requires: ["specs"],
  severity: "error",
  summary: "A reference to an operation without a specification.",
  why: "The service looks up an entry such as `METHOD /path` in the `openapi` of its element or of a parent element. If `openapi` isn't set, the service treats the entry as the path of a page that doesn't exist.",
  howToFix:
    "Set `openapi` on the group or on a parent element, or put the file name before the operation. If the site has no OpenAPI file, add one.",
  whenToTurnOff: "Keep this rule on. Without a specification, the entry is a dead link.",
  messages: {
    entry:
      "`{target}` has no specification, so this entry is a dead link. Set `openapi` on its group or on a parent element.",
    page: "The site has no OpenAPI file, so readers don't see an endpoint for `{target}`. Add one.",
    severalPages:
      "The site has no OpenAPI file, so readers don't see an endpoint for {count} references, such as `{target}`. Add one.",
    file: "`{file}` doesn't contain an OpenAPI specification, so readers don't see an endpoint for `{target}`. Add it to the file.",
    severalInFile:
      "`{file}` doesn't contain an OpenAPI specification, so readers don't see an endpoint for {count} references, such as `{target}`. Add it to the file.",
    empty: "`openapi` is empty, so the service generates no endpoint pages. Enter the path to the specification.",
    set: "Set `openapi` to `{file}` in {section}",
  },
  examples: [
    {
      bad: `
//- docs.json
{
  "navigation": {
    "groups": [
      {
        "group": "API",
        "pages": [
          [|"GET /users"|]
        ]
      }
    ]
  }
}
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }
`,
      good: `
//- docs.json
{
  "navigation": {
    "groups": [
      {
        "group": "API",
        "openapi": "api.json",
        "pages": [
          "GET /users"
        ]
      }
    ]
  }
}
//- api.json
{ "openapi": "3.1.0", "paths": { "/users": { "get": {} } } }
`,
    },
  ],
  *check(subject, site) {
    for (const { resolution, at } of listLocatedReferences(subject, site)) {
      if (resolution.kind !== "no-spec" || resolution.reference.form === "channel") continue;
      const target = getTargetText(resolution.reference);
      const file = subject.kind === "config" ? undefined : findEmptySpec(site.files);
      if (file === undefined) yield { message: subject.kind === "config" ? "entry" : "page", args: { target }, at };
      else yield { message: "file", args: { target, file }, at };
    }
    if (subject.kind !== "config") return;
    for (const { node } of getNavigation(site.config).elements)
      for (const { key, value } of node.properties)
        if (key === "openapi" && value?.kind === "string" && value.value.trim() === "")
          yield { message: "empty", at: getNodeLocation(value) };
  },
  *createFixes({ message, at }, site) {
    if (message !== "entry") return;
    const entry = findEntry(getNavigation(site.config), at);
    const element = entry && findElementForSpec(entry.parent);
    const file = element && findConfigFile(site.config, element.node.file);
    if (!entry || !element || !file) return;
    for (const path of findSpecsWithOperation(entry.text, site).slice(0, 3)) {
      const openapiProperty = findProperty(element.node, "openapi");
      const edits = openapiProperty
        ? createEmptyValueEdit(openapiProperty, file.path, toJsonString(path))
        : insertProperty(file, element.node, "openapi", toJsonString(path), getLabelKey(element.kind));
      if (edits.length > 0)
        yield {
          title: "set",
          args: { section: formatElementName(element), file: path },
          edits: toFileEdits(file.path, edits),
        };
    }
  },
  // One file may define the operations of all pages.
  grouping: {
    getCause: ({ message }) => (message === "page" || message === "file" ? message : undefined),
    combinedMessage: ({ message }) => (message === "file" ? "severalInFile" : "severalPages"),
  },
});

/**
 * Returns a file with a usual name of a specification. If the site has no specification, the file is empty or contains
 * something else.
 */
const findEmptySpec = derive((files: Site["files"]): SitePath | undefined => {
  for (const file of files) if (/(?:^|\/)(?:openapi|swagger)\.(?:json|ya?ml)$/i.test(file)) return file;
  return undefined;
});

/**
 * Returns the element whose `openapi` should be set. This is the nearest element with an empty `openapi` or, if there
 * is none, the nearest ancestor that isn't a nested group, so the element's siblings inherit the setting, too.
 */
function findElementForSpec(element: NavElement): NavElement {
  for (let ancestor: NavElement | undefined = element; ancestor; ancestor = ancestor.parent)
    if (findProperty(ancestor.node, "openapi")) return ancestor;
  let nearestElement = element;
  while (nearestElement.kind === "group" && nearestElement.parent?.kind === "group")
    nearestElement = nearestElement.parent;
  return nearestElement;
}

/**
 * Returns the edit that replaces an empty value such as `""` or `[]`. Returns no edits for an object, whose other
 * content must be preserved.
 */
function createEmptyValueEdit({ value }: JsonProperty, file: SitePath, text: string): TextEdit[] {
  return value && value.file === file && value.kind !== "object" ? [{ range: value.range, newText: text }] : [];
}

function findSpecsWithOperation(text: string, site: Site): string[] {
  const parsedReference = readOperationReference(text);
  if (!parsedReference.ok) return [];
  return [...site.specs.values()]
    .filter((spec) => isReadable(spec) && findTarget(spec, parsedReference.reference))
    .map(({ path }) => path);
}
