import type { Expression, Property, SpreadElement } from "estree-jsx";
import type { ElementContent } from "hast";
import { HeadingIdGenerator } from "../../page/headings.ts";
import {
  createErrorAt,
  formatErrorMessage,
  type SourcePart,
  getSpan,
  toEvaluationError,
} from "../interpret/evaluation-error.ts";
import type { Scope } from "../interpret/machine.ts";
import { resolveTag } from "../interpret/react.ts";
import {
  type Dict,
  createDict,
  type ElementValue,
  isDictValue,
  isFunction,
  toViewValue,
  type Value,
} from "../interpret/values.ts";
import {
  animatableAttributes,
  toAttributeName,
  booleanAttributes,
  isAllowedAttribute,
  isScriptUrl,
  sanitizeHref,
} from "../safe/safe-attributes.ts";
import {
  sanitizeSheet,
  sanitizeStyleObject,
  sanitizeStyleText,
  createStyleUrlResolver,
  type StyleUrlResolver,
} from "../safe/safe-style.ts";
import { removePlaceholders } from "../source/parse-mdx.ts";
import { pageClass, svgElements, type ViewIssue, type ViewNode, type ViewValue } from "../view/page-view.ts";
import { getPlainTextIn, type Rendering, reportIssue } from "./rendering.ts";

type NodeLocation = Pick<ViewIssue, "file" | "range">;
export type Attributes = Record<string, ViewValue>;

/** Props that are never attributes, because React reserves them. */
const reservedProps: ReadonlySet<string> = new Set([
  "children",
  "key",
  "ref",
  "suppressHydrationWarning",
  "is",
  "slot",
]);

/**
 * Returns the sanitized attributes of an HTML or SVG element. Keeps only attributes that describe or style the element,
 * and rebuilds each attribute's value.
 */
export function createAttributes(tag: string, props: Dict, location: NodeLocation, rendering: Rendering): Attributes {
  const attributes: Attributes = {};
  for (const [key, value] of props.entries) {
    if (reservedProps.has(key) || isHandler(key, value, rendering)) continue;
    if (key === "dangerouslySetInnerHTML") {
      reportIssue(rendering, "unsafe", rawHtmlMessage, location);
      continue;
    }
    const name = toAttributeName(key);
    if (name === "style") setStyle(attributes, value, location, rendering, createStyleUrlResolver(location.file));
    else if (name === "class") setClasses(attributes, "class", value, rendering);
    else if (isAllowedAttribute(tag, name)) {
      const text = toAttributeValue(tag, name, value, location, rendering);
      if (text !== undefined) attributes[name] = text;
    }
  }
  return attributes;
}

const rawHtmlMessage =
  "Raw HTML (`dangerouslySetInnerHTML`) can run code, so the preview leaves it out. Readers see it on the published page. To see it here, use elements instead.";

/**
 * Whether the prop is an event handler or another function, which can't be an attribute. If an event handler is a
 * function, marks the component as interactive.
 */
export function isHandler(key: string, value: Value, { machine }: Rendering): boolean {
  if (!/^on/i.test(key)) return isFunction(value);
  if (isFunction(value)) machine.markInteractive();
  return true;
}

function toAttributeValue(
  tag: string,
  name: string,
  value: Value,
  location: NodeLocation,
  rendering: Rendering,
): ViewValue | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "boolean")
    return booleanAttributes.has(name) || /^(?:aria|data)-/.test(name) ? value : value ? "" : undefined;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  if (name === "href")
    return svgElements.has(tag) && tag !== "a" ? getLocalReference(value) : sanitizeLinkUrl(value, location, rendering);
  if (name === "attributeName" && !animatableAttributes.has(value)) return undefined;
  // SVG attributes can contain CSS values, which must not run or load anything.
  if (/expression\s*\(/i.test(value) && svgElements.has(tag)) return undefined;
  if (/url\s*\(/i.test(value) && svgElements.has(tag))
    return /^url\(\s*["']?#[\w:.-]+["']?\s*\)$/.test(value.trim()) ? value.trim() : undefined;
  if (name === "type" && tag === "input")
    return /^(?:checkbox|radio|text|number|range|search|color|date|email|url|tel)$/i.test(value) ? value : "text";
  return value;
}

/**
 * Returns a link's URL if it's safe to follow, or undefined if it isn't. Reports only the unsafe URLs that run code.
 */
export function sanitizeLinkUrl(value: string, location: NodeLocation, rendering: Rendering): string | undefined {
  const safeUrl = sanitizeHref(value);
  if (safeUrl === undefined && isScriptUrl(value))
    reportIssue(
      rendering,
      "unsafe",
      "This URL would run code, so the link is disabled in the preview. Link to a page, a web URL, or an email address.",
      location,
    );
  return safeUrl;
}

function getLocalReference(value: string): string | undefined {
  return /^#[\w:.-]+$/.test(value.trim()) ? value.trim() : undefined;
}

/**
 * Sets a sanitized style. `resolveUrl` resolves the URLs that the style loads. Without `resolveUrl`, the style can't
 * load anything.
 */
export function setStyle(
  attributes: Attributes,
  value: Value,
  location: NodeLocation,
  rendering: Rendering,
  resolveUrl?: StyleUrlResolver,
): void {
  const { style, forbiddenNames } =
    typeof value === "string"
      ? sanitizeStyleText(value, resolveUrl)
      : isDictValue(value)
        ? sanitizeStyleObject(
            [...value.entries].map(([key, each]) => [key, toViewValue(each) ?? null] as const),
            resolveUrl,
          )
        : { style: {}, forbiddenNames: [] };
  if (Object.keys(style).length > 0) attributes["style"] = style;
  const [firstForbiddenName] = forbiddenNames;
  if (firstForbiddenName !== undefined)
    reportIssue(
      rendering,
      "unsafe",
      formatErrorMessage`The value of the style \`${firstForbiddenName}\` would load an external resource or affect content outside the page, so the preview ignores it. It still applies on the published page.`,
      location,
    );
}

export function setClasses(attributes: Attributes, name: string, value: Value, rendering: Rendering): void {
  if (typeof value !== "string" || value.trim() === "") return;
  const classes = value
    .split(/\s+/)
    .filter((className) => className !== "" && className.length <= 200 && !isPreviewClass(className));
  for (const className of classes) rendering.classNames.add(className);
  attributes[name] = classes.join(" ");
}

/** Whether the class belongs to the preview's own UI. A page that used the class could imitate that UI. */
function isPreviewClass(name: string): boolean {
  return /^dw-/i.test(name);
}

/**
 * Returns the ID for a heading or component that isn't in the page's scan, such as one in a snippet. The ID isn't
 * guaranteed to be unique.
 */
export function createAnchor(text: string): string {
  return new HeadingIdGenerator().createId(text.trim());
}

export type TagNode = Extract<ElementContent, { type: "mdxJsxFlowElement" | "mdxJsxTextElement" }>;

/** Converts a tag in Markdown to an element with evaluated props. The children aren't evaluated yet. */
export function toElementValue(
  node: TagNode,
  source: SourcePart,
  outerScope: Scope,
  rendering: Rendering,
): ElementValue {
  const scope = outerScope.source === source ? outerScope : { ...outerScope, source };
  const elementLocation = { ...getSpan(node, source), file: source.file };
  const props = createDict();
  const { variables } = rendering.page.source.facts;
  for (const attribute of node.attributes) {
    try {
      if (attribute.type === "mdxJsxExpressionAttribute") {
        const spread = getSpread(attribute.data?.estree?.body[0]);
        const value = spread && rendering.machine.evaluate(spread.argument, scope);
        if (isDictValue(value)) for (const [key, member] of value.entries) props.entries.set(key, member);
        continue;
      }
      const { name, value } = attribute;
      if (value == null) props.entries.set(name, true);
      else if (typeof value === "string") props.entries.set(name, removePlaceholders(value, variables));
      else {
        const code = getExpression(value.data?.estree?.body[0]);
        if (!code) continue;
        if (isEventHandler(name, code)) props.entries.set(name, { kind: "native", name, run: () => undefined });
        else props.entries.set(name, rendering.machine.evaluate(code, scope));
      }
    } catch (error) {
      const evaluationError = toEvaluationError(error);
      const location =
        evaluationError.location ??
        createErrorAt(evaluationError.kind, evaluationError.message, attribute, source).location ??
        elementLocation;
      reportIssue(rendering, evaluationError.kind, evaluationError.message, location);
    }
  }
  const name = node.name ?? "";
  const type = resolveTag(name, scope);
  const isSiteFunction = typeof type === "object" && type.kind === "closure";
  const children = isSiteFunction
    ? createChildren(node, source, scope, rendering)
    : createContent(node.children, source, scope);
  if (node.children.length > 0) props.entries.set("children", children);
  return { kind: "element", type, name, props, location: elementLocation, source };
}

function createContent(children: TagNode["children"], source: SourcePart, scope: Scope): Value {
  return { kind: "content", children, source, scope };
}

/**
 * Returns the children for a component that is defined on the page and may inspect them. Each child tag becomes an
 * element with its props.
 */
function createChildren({ children }: TagNode, source: SourcePart, scope: Scope, rendering: Rendering): Value {
  const values: Value[] = [];
  let otherChildren: TagNode["children"] = [];
  const addContent = () => {
    if (otherChildren.length > 0) values.push(createContent(otherChildren, source, scope));
    otherChildren = [];
  };
  for (const child of children)
    if (child.type === "mdxJsxFlowElement" || child.type === "mdxJsxTextElement") {
      addContent();
      values.push(toElementValue(child, source, scope, rendering));
    } else otherChildren.push(child);
  addContent();
  return values.length === 1 ? values[0] : values;
}

/** Whether a prop is an event handler. Event handlers are never evaluated. */
function isEventHandler(name: string, code: Expression): boolean {
  return /^on[A-Z]/.test(name) && /^(?:ArrowFunction|Function|Call|Identifier|Member)/.test(code.type);
}

function getExpression(statement: { type: string } | undefined): Expression | undefined {
  return statement?.type === "ExpressionStatement"
    ? (statement as { type: "ExpressionStatement"; expression: Expression }).expression
    : undefined;
}

function getSpread(statement: { type: string } | undefined): SpreadElement | undefined {
  const code = getExpression(statement);
  const firstProperty: Property | SpreadElement | undefined =
    code?.type === "ObjectExpression" ? code.properties[0] : undefined;
  return firstProperty?.type === "SpreadElement" ? firstProperty : undefined;
}

/** Collects the sanitized rules of a `<style>` element, scoped to the page. The element itself renders nothing. */
export function renderStyle(
  props: Dict,
  children: readonly ViewNode[],
  location: Pick<ViewIssue, "file" | "range">,
  rendering: Rendering,
): ViewNode[] {
  const { text, isComplete } = sanitizeSheet(
    getPlainTextIn(children) || getInnerHtml(props),
    `.${pageClass}`,
    createStyleUrlResolver(location.file),
  );
  if (text !== "") rendering.styles.push(text);
  if (!isComplete)
    reportIssue(
      rendering,
      "unsafe",
      "Some of these styles would load external resources or affect content outside the page, so the preview ignores them. They still apply on the published page.",
      location,
    );
  return [];
}

/** Returns the CSS in `dangerouslySetInnerHTML={{ __html: css }}`. The CSS is sanitized like any other style sheet. */
function getInnerHtml({ entries }: Dict): string {
  const innerHtml = entries.get("dangerouslySetInnerHTML");
  const text = isDictValue(innerHtml) ? innerHtml.entries.get("__html") : undefined;
  return typeof text === "string" ? text : "";
}
