import { decodeEntities } from "../text/decode-text.ts";
import { components } from "./components/components.ts";

/**
 * A description of an anchor that can't be determined without running the page's code. If the string ends with `*`, the
 * anchor starts with the text before it, such as `step-*` for `` id={`step-${n}`} ``. `*` alone matches any anchor. Any
 * other string is the text from which the service may generate the anchor, such as `Use x` for `title={<>Use
 * <b>x</b></>}`. If the string starts with `{`, it applies only where another page includes the file, because that page
 * may pass the values of expressions as props.
 */
export type UnknownAnchor = string;

/** The maximum number of characters to read. Headings and titles are shorter. */
const maxLength = 1000;

const tagPattern = /<\/?([A-Za-z][\w.]*)?(?:[^<>{}]|\{(?:[^{}]|\{[^{}]*\})*\})*>/g;
const bracedStringPattern = /\{\s*(["'`])((?:(?!\1)[^\\$])*)\1\s*\}/g;
/** Matches inline code and escaped characters. A brace in either of them doesn't start an expression. */
const literalPattern = /(`+)[^`]+\1(?!`)|\\[!-/:-@[-`{-~]/g;
/**
 * Matches the first words of a heading. The anchor starts with these words regardless of the text that follows them.
 */
const firstWordsPattern = /^[\s#]*([a-z0-9]+(?:[ -]+[a-z0-9]+)*)?/i;

/**
 * Returns the anchor of a heading that contains an expression or a variable. Returns undefined for any other heading.
 * The service generates the anchors of a page's own headings before it runs the page's code, so expressions such as
 * `{name}` add nothing to them (`getTableOfContentsTitle` in @mintlify/common, `mint` 4.2.941).
 */
export function createUnknownHeadingAnchor(markdown: string): UnknownAnchor | undefined {
  if (!markdown.includes("{")) return undefined;
  // The service generates anchors from the text inside components, so the attributes of tags have no effect.
  const heading = markdown.slice(0, maxLength).replace(tagPattern, "");
  const headingWithoutCode = heading.replace(literalPattern, "");
  if (!/\{(?!#)/.test(headingWithoutCode)) return undefined;
  const hasOtherBraces = /[{}]/.test(headingWithoutCode.replace(/\{[^{}]*\}/g, ""));
  return `${hasOtherBraces ? "" : "{"}${createPrefixAnchor(heading.replace(/[`*]/g, ""))}`;
}

/**
 * Returns the anchor for an expression in an attribute, or undefined if the expression has no text. `isCustom` returns
 * whether the page itself defines a component, because the text of such a component is unknown.
 */
export function createUnknownExpressionAnchor(
  code: string,
  isCustom: (component: string) => boolean,
): UnknownAnchor | undefined {
  if (code.length > maxLength) return "*";
  const expression = code.trim();
  if (/^<[^]*>$/.test(expression)) return createJsxAnchor(expression, isCustom);
  const templateText =
    /^`([^`\\$]*)\$\{[^`]*`$/.exec(expression) ?? /^(?:"([^"\\]*)"|'([^'\\]*)')\s*\+/.exec(expression);
  return createPrefixAnchor(templateText?.[1] ?? templateText?.[2] ?? "");
}

function createJsxAnchor(code: string, isCustom: (component: string) => boolean): UnknownAnchor | undefined {
  const text = code
    .replace(bracedStringPattern, "$2")
    .replace(tagPattern, (tag, name: string | undefined) =>
      name === undefined || hasStaticText(name, isCustom) ? "" : "{",
    );
  if (/[{<]/.test(text)) return createPrefixAnchor(text);
  const words = decodeEntities(text).replace(/\s+/g, " ").trim();
  return words === "" ? undefined : words.replace(/\*/g, "");
}

function hasStaticText(name: string, isCustom: (component: string) => boolean): boolean {
  return /^[a-z]/.test(name) || (components.has(name) && !isCustom(name));
}

/** A string or a template literal. Captures its text or, if the template contains expressions, the text before them. */
const literalSource = /(?:"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\$]*)(\$\{[^`]*)?`)/.source;
const idAttributePattern = new RegExp(
  String.raw`(?<![\w$.-])id=(?:"([^"\\<>{}&\n]*)"|\{\s{0,40}(?:${literalSource}|([\w$]+))\s{0,40}\})`,
  "g",
);
/**
 * Matches code that continues an expression on the next line. A comment is included, because it may hide an operator.
 */
const continuationSource = /\s*(?:[-+*/%.?,([`&|^<>=]|!=|in(?:stanceof)?\b)/.source;
const constantPattern = new RegExp(
  String.raw`\bconst\s{1,40}([\w$]+)(?:\s{0,40}=\s{0,40}${literalSource}(?=[ \t]{0,40}(?:;|\r?\n(?!${continuationSource}))))?`,
  "g",
);
/** Patterns that match the names of variables, parameters, and properties, which can have any value. */
const variableNamePatterns = [
  /\b(?:let|var|function|class)\s{1,40}([\w$]+)/g,
  // A single name in braces after `=` is the value of an attribute.
  /(?:[,:[]|(?<!=)\{)\s{0,40}([\w$]+)\s{0,40}(?=[,}\])=:])/g,
  /(?<![\w$])([\w$]+)(?![\w$])\s{0,40}\)?\s{0,40}=>/g,
  /\(\s{0,40}([\w$]+)(?![\w$])(?=[^()]{0,500}\)\s{0,40}(?:=>|\{))/g,
];

/** Matches the name and the props of a component that destructures its props, as in `const A = ({ id }) =>`. */
const componentHeadPattern =
  /\b(?:const\s{1,40}([A-Z][\w$]{0,200})\s{0,40}=\s{0,40}|function\s{1,40}([A-Z][\w$]{0,200})\s{0,40})\(\s{0,40}\{([^{}()]{0,500})\}(?:\s{0,40}:\s{0,40}[\w$.]{1,200})?\s{0,40}\)/g;

/** The maximum number of IDs that are read in a script. */
const maxIds = 1000;

/**
 * Reads the `id` attributes in a script whose value is a string, a template that starts with text, or a constant with
 * such a value. Returns the anchors that they can create, and the code without these attributes. Also removes
 * attributes whose value is the component's own `id` prop, because the values are read where the component is used.
 */
export function readIdAttributes(code: string): {
  readonly anchors: readonly UnknownAnchor[];
  readonly remainingCode: string;
} {
  const anchors = new Set<UnknownAnchor>();
  let anchorByConstant: ReturnType<typeof readConstants> | undefined;
  let isIdProp: boolean | undefined;
  const remainingCode = code.replace(idAttributePattern, (attribute, ...groups: (string | undefined)[]) => {
    const [unquotedText, doubleQuotedText, singleQuotedText, templateText, expression, name] = groups;
    if (name === "id" && (isIdProp ??= isIdAlwaysProp(code))) return "";
    const anchor =
      name === undefined
        ? createLiteralAnchor(unquotedText ?? doubleQuotedText ?? singleQuotedText ?? templateText, expression)
        : (anchorByConstant ??= readConstants(code)).get(name);
    if (anchor === undefined || anchors.size >= maxIds) return attribute;
    anchors.add(anchor);
    return "";
  });
  return { anchors: [...anchors], remainingCode };
}

const spreadPattern = /[\s>}]\{\s{0,40}\.\.\./;
const componentNamePattern = /(?<![\w$])[A-Z][\w$]{0,200}(?![\w$])/g;
const tagContextPattern = /(?:<\/?|\bconst\s{1,40}|\bfunction\s{1,40}|\bexport\s{1,40}default\s{1,40})$/;

/**
 * Whether `id` is only ever a destructured prop of a component whose tags list all of their props. If the component is
 * passed as a value, for example, `list.map(Heading)`, its props can't be determined.
 */
function isIdAlwaysProp(code: string): boolean {
  const names = new Set<string>();
  const remainingCode = code.replace(componentHeadPattern, (head, ...groups: (string | undefined)[]) => {
    const [constantName, functionName, props = ""] = groups;
    if (!props.split(",").some((prop) => prop.trim() === "id")) return head;
    names.add(constantName ?? functionName ?? "");
    return "";
  });
  if (names.size === 0 || spreadPattern.test(code) || readConstants(remainingCode).has("id")) return false;
  for (const { 0: name, index } of code.matchAll(componentNamePattern))
    if (names.has(name) && !tagContextPattern.test(code.slice(Math.max(0, index - 50), index))) return false;
  return true;
}

/** Returns the anchors that are the values of constants. Undefined for names that may also have another value. */
function readConstants(code: string): ReadonlyMap<string, UnknownAnchor | undefined> {
  const anchorByConstant = new Map<string, UnknownAnchor | undefined>();
  for (const [, name = "", doubleQuotedText, singleQuotedText, templateText, expression] of code.matchAll(
    constantPattern,
  )) {
    const anchor = createLiteralAnchor(doubleQuotedText ?? singleQuotedText ?? templateText, expression);
    anchorByConstant.set(
      name,
      !anchorByConstant.has(name) || anchorByConstant.get(name) === anchor ? anchor : undefined,
    );
  }
  for (const pattern of variableNamePatterns)
    for (const [, name = ""] of code.matchAll(pattern)) anchorByConstant.set(name, undefined);
  return anchorByConstant;
}

function createLiteralAnchor(text: string | undefined, expression: string | undefined): UnknownAnchor | undefined {
  if (text === undefined) return undefined;
  if (expression === undefined) return text.replace(/\*/g, "");
  const prefixAnchor = createPrefixAnchor(text);
  return prefixAnchor === "*" ? undefined : prefixAnchor;
}

function createPrefixAnchor(text: string): UnknownAnchor {
  return `${firstWordsPattern.exec(text)?.[1] ?? ""}*`;
}
