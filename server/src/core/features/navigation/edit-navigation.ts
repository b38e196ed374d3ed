import { isIconName, hasIcon } from "../../config/icons/icons.ts";
import { insertItems, removeItems } from "../../config/json/change-members.ts";
import { insertProperty, isUnclosed, formatJson, toJsonString } from "../../config/json/json-edit.ts";
import { planRedirects } from "../../config/redirect-edits.ts";
import type { JsonArray, JsonNode } from "../../config/json/json-tree.ts";
import { type NavElement, type NavNode, nonEmptyKeys } from "../../config/settings/navigation.ts";
import { getPageSlugs, createFieldEdits } from "../../site/pages/pages.ts";
import { readPageEntry } from "../../site/settings/navigation.ts";
import { getSiteIconLibrary } from "../../site/settings/site-settings.ts";
import { type Site, applyFile } from "../../site/site.ts";
import { getVendorExtension } from "../../site/specs/generated-page-plan.ts";
import { indexGeneratedPagesBySlug, type GeneratedPage } from "../../site/specs/generated-pages.ts";
import { isRemoteSpec, getSpecName } from "../../spec/detect-spec.ts";
import type { OperationOutline, SpecOutline } from "../../spec/spec-outline.ts";
import { createMessage, isBlank, type LocalizedMessage, type Refusal, refuse } from "../../text/message.ts";
import { type FileEdit, type SiteLocation, addEdits, type EditsByFile } from "../../text/text-edit.ts";
import { formatYamlScalar } from "../completion/complete-values.ts";
import type { OperationTitle } from "../spec/edit-title.ts";
import { EditCollector, type SiteRename, updatePageReferences } from "../spec/rename.ts";
import {
  type AddedCounts,
  brokenFileMessage,
  checkEdits,
  changedMessage,
  type NavigationEdits,
  navigationNotEditableMessage,
  emptyTitleMessage,
} from "./check-changes.ts";
import { checkNewPage } from "./check-new-page.ts";
import {
  dropInNavigation,
  type DropLocation,
  listDescendants,
  getOutermostNodes,
  findEntryLocation,
  type EntryLocation,
} from "./drag-and-drop.ts";
import { findRowNode } from "./navigation-rows.ts";

export interface NewGroup {
  readonly label: string;
  /** The icon's name, such as `rocket`. */
  readonly icon?: string;
}

/**
 * Returns a message if a group can't have this title or icon, with advice on how to fix the problem. Returns undefined
 * if it can.
 */
function findGroupProblem(site: Site, { label, icon = "" }: NewGroup): LocalizedMessage | undefined {
  if (isBlank(label)) return emptyTitleMessage;
  const library = getSiteIconLibrary(site);
  const name = icon.trim();
  return name !== "" && isIconName(name) && !hasIcon(library, name)
    ? createMessage(
        "“{0}” isn't in the {1} library, so readers would see no icon. Choose another icon, or none.",
        name,
        library,
      )
    : undefined;
}

/**
 * Moves the nodes up or down by one position among their siblings. If several nodes are in the same array, they move
 * together.
 */
export function moveByStep(site: Site, nodes: readonly NavNode[], direction: "up" | "down"): NavigationEdits {
  const [array, ...otherArrays] = new Set(nodes.map(findArray));
  if (otherArrays.length > 0)
    return refuse(
      createMessage(
        "The selected items are in different lists. Select items in the same list, or move them one at a time.",
      ),
    );
  const selectedStarts = new Set(nodes.map(({ node }) => node.range.start));
  const isSelected = ({ range }: JsonNode) => selectedStarts.has(range.start);
  const items = array?.items ?? [];
  const neighbor =
    direction === "up" ? items[items.findIndex(isSelected) - 1] : items[items.findLastIndex(isSelected) + 1];
  if (!neighbor) return { ok: true, edits: [] };
  const target = findRowNode(site, { file: neighbor.file, range: neighbor.range });
  if (!target) return refuse(createMessage("The adjacent item isn't part of the navigation. Edit the list manually."));
  return dropInNavigation(site, nodes, { target, position: direction === "up" ? "before" : "after" });
}

/** Adds a page after an entry or at the end of a group. If the page's file doesn't exist, creates it. */
export function addPage(site: Site, target: NavNode, path: string, title: string | undefined): NavigationEdits {
  const pageEntry = readPageEntry(path.trim());
  if (pageEntry.kind === "page" && getPageSlugs(site.files).fileBySlug.has(pageEntry.slug))
    return checkInsertion(site, planInsertion(site, target, toJsonString(pageEntry.slug)));
  const pathCheck = checkNewPage(site, "page", path);
  if (!pathCheck.ok) return pathCheck;
  const { slug, file } = pathCheck;
  const insertion = checkInsertion(site, planInsertion(site, target, toJsonString(slug)));
  if (!insertion.ok) return insertion;
  const name = title ?? createTitle(slug);
  const text = `---\ntitle: ${/^[\w ,.()-]+$/.test(name) && !/^\d/.test(name) ? name : JSON.stringify(name)}\n---\n\n`;
  return { ok: true, edits: [...insertion.edits, { kind: "create", file, text }] };
}

/** Converts a slug to a title, such as `first-steps` to `First steps`. */
function createTitle(slug: string): string {
  const title = slug
    .slice(slug.lastIndexOf("/") + 1)
    .replace(/[-_]+/g, " ")
    .trim();
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/**
 * Plans to add a group at the end of an element or after a group. The new group is empty or contains the given pages.
 * The resulting edits haven't been checked yet.
 */
export function planGroup(
  site: Site,
  target: NavNode,
  { label, icon = "" }: NewGroup,
  pages: readonly string[] = [],
): PlannedInsertion {
  const problem = findGroupProblem(site, { label, icon });
  if (problem !== undefined) return refuse(problem);
  const file = site.config.files.find(({ path }) => path === target.node.file);
  if (!file) return refuse(navigationNotEditableMessage);
  const newGroup = { group: label.trim(), ...(icon.trim() !== "" && { icon: icon.trim() }), pages };
  return planInsertion(site, target, formatJson(file, newGroup), {
    entryCount: pages.length,
    elementCount: 1,
  });
}

/** Changes the title of a group or section. */
function renameNavigationElement(site: Site, node: NavNode, label: string): NavigationEdits {
  if (node.type === "entry" || !node.label)
    return refuse(createMessage("Only groups and sections have a title in docs.json."));
  if (isBlank(label)) return refuse(emptyTitleMessage);
  const { file, range } = node.label;
  const configFile = site.config.files.find(({ path }) => path === file);
  // If the title isn't closed, its range contains everything up to the end of the line.
  if (!configFile || isUnclosed(configFile, range)) return refuse(brokenFileMessage);
  return {
    ok: true,
    edits: [{ kind: "edit", file, edits: [{ range, newText: toJsonString(label.trim()) }] }],
  };
}

/** Removes entries and elements from the navigation, including the children of elements. */
export function removeFromNavigation(site: Site, nodes: readonly NavNode[]): NavigationEdits {
  const removalsByArray = new Map<JsonArray, { readonly location: EntryLocation; readonly itemStarts: Set<number> }>();
  const removedNodes = getOutermostNodes(site, nodes);
  for (const node of removedNodes) {
    const location = findEntryLocation(site, node);
    if (!location) return refuse(navigationNotEditableMessage);
    const removal = removalsByArray.get(location.array) ?? { location, itemStarts: new Set<number>() };
    removalsByArray.set(location.array, removal);
    removal.itemStarts.add(location.item.range.start);
  }
  const edits: EditsByFile = new Map();
  for (const { location, itemStarts } of removalsByArray.values()) {
    if (nonEmptyKeys.has(location.key) && itemStarts.size === location.array.items.length)
      return refuse(
        createMessage(
          "This would leave `{0}` empty, which the service doesn't allow. Remove the parent instead, or add another item first.",
          location.key,
        ),
      );
    addEdits(
      edits,
      location.file.path,
      removeItems(location.file, location.array, ({ start }) => itemStarts.has(start)),
    );
  }
  const affectedNodes = removedNodes.flatMap((node) =>
    node.type === "entry" ? [node] : [node, ...listDescendants(node)],
  );
  const entryCount = affectedNodes.filter(({ type }) => type === "entry").length;
  return checkEdits(site, edits, {
    entryCount: -entryCount,
    elementCount: entryCount - affectedNodes.length,
  });
}

function findArray({ node, parent }: NavNode): JsonArray | undefined {
  return parent?.childProperties.find(({ array }) => array?.items.includes(node))?.array;
}

/** Edits that haven't been checked yet, and the items that they should add. */
type PlannedInsertion = { readonly ok: true; readonly edits: EditsByFile; readonly addedCounts: AddedCounts } | Refusal;

/**
 * Plans to add a page to `pages`, or a group to `pages` or `groups`, depending on the element's keys. The resulting
 * edits haven't been checked yet.
 */
export function planInsertion(
  site: Site,
  target: NavNode,
  text: string,
  addedCounts: AddedCounts = { entryCount: 1, elementCount: 0 },
): PlannedInsertion {
  const isGroup = addedCounts.elementCount > 0;
  const element: NavElement | undefined = target.type === "element" ? target : target.parent;
  const acceptsKey = (key: string) => key === "pages" || (isGroup && key === "groups");
  const matchingChildKey = element?.childProperties.find(({ key, array }) => array && acceptsKey(key));
  const file = site.config.files.find(({ path }) => path === (matchingChildKey?.array?.file ?? element?.node.file));
  if (!element || !file) return refuse(navigationNotEditableMessage);
  const edits: EditsByFile = new Map();
  if (matchingChildKey?.array) {
    const precedingRange = target.type === "entry" ? target.node.range : matchingChildKey.array.items.at(-1)?.range;
    addEdits(edits, file.path, insertItems(file, matchingChildKey.array, [text], precedingRange));
  } else if (element.childProperties.length > 0 || element.href)
    return refuse(
      isGroup
        ? createMessage(
            "A group can't be added here because the service shows only one kind of list per item. Choose a group, or a section that contains groups.",
          )
        : createMessage(
            "A page can't be added here because the service shows only one kind of list per item. Choose a group.",
          ),
    );
  else addEdits(edits, file.path, insertProperty(file, element.node, isGroup ? "groups" : "pages", `[${text}]`));
  return { ok: true, edits, addedCounts };
}

function checkInsertion(site: Site, insertion: PlannedInsertion): NavigationEdits {
  return insertion.ok ? checkEdits(site, insertion.edits, insertion.addedCounts) : insertion;
}

/** A requested change to the navigation. Each node is identified by the location of its text. */
export type NavigationChange =
  | {
      readonly kind: "move";
      readonly nodes: readonly SiteLocation[];
      readonly target: SiteLocation;
      readonly position: DropLocation["position"];
    }
  | { readonly kind: "step"; readonly nodes: readonly SiteLocation[]; readonly direction: "up" | "down" }
  | {
      readonly kind: "add-page";
      readonly target: SiteLocation;
      readonly path: string;
      readonly title?: string;
    }
  | {
      readonly kind: "add-group";
      readonly target: SiteLocation;
      readonly label: string;
      readonly icon?: string;
    }
  | { readonly kind: "rename"; readonly nodes: readonly SiteLocation[]; readonly label: string }
  | { readonly kind: "remove"; readonly nodes: readonly SiteLocation[] };

const navigationChangedRefusal = refuse(changedMessage);

/**
 * Returns the edits for a change. If the text of a node has changed since the change was requested, returns a refusal.
 */
export function changeNavigation(site: Site, change: NavigationChange): NavigationEdits {
  const rowLocations = "nodes" in change ? change.nodes : [];
  const nodes: readonly (NavNode | undefined)[] = rowLocations.map((rowLocation) => findRowNode(site, rowLocation));
  const existingNodes = nodes.filter((node) => node !== undefined);
  const [node] = existingNodes;
  const target = "target" in change ? findRowNode(site, change.target) : undefined;
  if (existingNodes.length < nodes.length || ("target" in change ? !target : !node)) return navigationChangedRefusal;
  switch (change.kind) {
    case "move":
      return target
        ? dropInNavigation(site, existingNodes, { target, position: change.position })
        : navigationChangedRefusal;
    case "step":
      return moveByStep(site, existingNodes, change.direction);
    case "add-page":
      return target ? addPage(site, target, change.path, change.title) : navigationChangedRefusal;
    case "add-group":
      return target ? checkInsertion(site, planGroup(site, target, change)) : navigationChangedRefusal;
    case "rename":
      return node ? renameNavigationElement(site, node, change.label) : navigationChangedRefusal;
    case "remove":
      return removeFromNavigation(site, existingNodes);
  }
}

/** The edits or data needed to change the title of a navigation row. They depend on where the title is defined. */
export type RowTitleChange =
  /** The title is defined in the page's frontmatter. */
  | { readonly ok: true; readonly kind: "page"; readonly edits: readonly FileEdit[] }
  /**
   * The title is defined in a specification, whose parsed trees are needed to edit it. `siteRename` contains the
   * related edits in the site.
   */
  | {
      readonly ok: true;
      readonly kind: "operation";
      readonly spec: SpecOutline;
      readonly title: OperationTitle;
      readonly siteRename: SiteRename;
    }
  /** The reason why the title can't be changed, and how to proceed. */
  | Refusal;

/** The maximum length of a title in UTF-16 code units. */
const maxLength = 300;

/**
 * Changes the title that the sidebar shows for the page with this slug. The title is defined in the page's file or in a
 * specification.
 */
export function changeRowTitle(site: Site, slug: string, newTitle: string): RowTitleChange {
  const title = newTitle.trim();
  if (isBlank(title)) return refuse(emptyTitleMessage);
  if (/[\p{Cc}\u2028\u2029]/u.test(title) || title.length > maxLength)
    return refuse(createMessage("A title must fit on one line in the navigation. Shorten it."));
  const file = getPageSlugs(site.files).fileBySlug.get(slug);
  const page = file === undefined ? undefined : site.references.get(file);
  if (page) {
    const sidebarTitle = page.frontmatter.fields.get("sidebarTitle")?.value;
    const hasSidebarTitle = typeof sidebarTitle === "string" && sidebarTitle.trim() !== "";
    const edits = createFieldEdits(page, hasSidebarTitle ? "sidebarTitle" : "title", formatYamlScalar(title));
    return edits.length > 0
      ? { ok: true, kind: "page", edits }
      : refuse(createMessage("The frontmatter of {0} can't be parsed. Fix it first.", page.path));
  }
  const generatedPage = indexGeneratedPagesBySlug(site).get(slug);
  return generatedPage
    ? changeGeneratedTitle(site, generatedPage, title)
    : refuse(createMessage("The site has just changed. Try again."));
}

function changeGeneratedTitle(site: Site, { spec, target }: GeneratedPage, title: string): RowTitleChange {
  if (isRemoteSpec(spec.path))
    return refuse(
      createMessage(
        "This title is defined in {0}, which can't be edited here. Change the title there, or create a page for this operation.",
        getSpecName(spec.path),
      ),
    );
  if (target.kind === "channel")
    return refuse(
      createMessage(
        "The service derives this title from the channel {0} in {1}. Change its `title` there.",
        target.channel.id,
        spec.path,
      ),
    );
  const { operation } = target;
  const keys = getTitleKeys(operation, site);
  if (!keys)
    return refuse(
      createMessage(
        "The service derives this title from the href in the vendor extension of {0} {1}. Set `sidebarTitle` in its `metadata`.",
        operation.method,
        operation.path,
      ),
    );
  const isWebhook = target.kind === "webhook";
  if (isWebhook && keys.length === 1)
    return refuse(
      createMessage(
        "The service derives a webhook's title from its name, {0}. Rename the webhook in {1}.",
        operation.path,
        spec.path,
      ),
    );
  const { method, path, insertAt } = operation;
  const operationName = { method, path, ...(isWebhook && { isWebhook }) };
  return {
    ok: true,
    kind: "operation",
    spec,
    title: { operation: operationName, keys, title, ...(insertAt && { insertAt }) },
    siteRename:
      keys.length === 1
        ? planSummaryChange(site, spec, operation, title)
        : { edits: [], ...planRedirects(site.config, []) },
  };
}

/**
 * Returns the path of the property whose value the sidebar shows as the title (see `generated-page-plan.ts`), or
 * undefined if the title is derived from the operation's path.
 */
function getTitleKeys(operation: OperationOutline, site: Site): readonly string[] | undefined {
  const extension = getVendorExtension(operation, site.profile);
  const isNonBlankString = (value: unknown) => typeof value === "string" && value.trim() !== "";
  const { metadata = {}, href, key } = extension ?? {};
  if (key !== undefined && isNonBlankString(metadata["sidebarTitle"])) return [key, "metadata", "sidebarTitle"];
  if (href) return undefined;
  if (key !== undefined && isNonBlankString(metadata["title"])) return [key, "metadata", "title"];
  return ["summary"];
}

/**
 * Plans the edits that are required if the summary changes. The page's slug is derived from the summary, so links to
 * the page are updated and redirects are offered.
 */
function planSummaryChange(site: Site, spec: SpecOutline, operation: OperationOutline, summary: string): SiteRename {
  const operations = spec.operations.map((candidate) =>
    candidate === operation ? { ...candidate, summary } : candidate,
  );
  const updatedSite = applyFile(site, { kind: "spec", path: spec.path, spec: { ...spec, operations } }).site;
  return updatePageReferences(site, updatedSite, new EditCollector());
}
