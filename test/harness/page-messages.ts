import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "acorn";
import { transformSync } from "esbuild";
import type { TranslatedLanguage } from "../../server/src/core/text/page-language.ts";
import type { EnglishMessage } from "../../webview/src/language/translate.ts";
import { project, sourceFiles, type SourceFile } from "./source-files.ts";

/** Returns the translations of the webviews' messages into a language, as in the source files. */
export function textsOf(language: TranslatedLanguage): Readonly<Record<string, unknown>> {
  const file = path.join(project, "webview/translations", `${language}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>;
}

/** Returns every English message of the webviews, by its key in the translations. */
export function pageMessages(): ReadonlyMap<string, EnglishMessage> {
  const messages = sourceFiles()
    .filter(({ path: file }) => /^webview\/src\/(?!.*\.test\.ts$)/.test(file) || isShownInPages(file))
    .flatMap(messagesIn);
  return new Map(messages.map((message) => [typeof message === "string" ? message : message.other, message]));
}

/**
 * Whether webviews show the messages that a module in the server creates. This is the case for messages about requests
 * and responses.
 */
export function isShownInPages(file: string): boolean {
  return (
    !isFormattedByServer(file) &&
    /^server\/src\/(?:relay|core\/request|core\/spec|workspace\/playground|workspace\/api-tests|cli\/test)\/(?!.*\.test\.ts$)/.test(
      file,
    )
  );
}

/** Whether the language server formats the messages that a module creates, using the language of its client. */
export function isFormattedByServer(file: string): boolean {
  // Messages about feedback are formatted by the client.
  return /^server\/src\/(?:core\/features|core\/spec\/convert|core\/request\/insert-example|lsp(?!\/features\/feedback)|workspace\/specs)(?!.*\.test\.ts$)/.test(
    file,
  );
}

/** Returns the English forms of the messages that the language server formats. */
export function serverMessages(): readonly string[] {
  return sourceFiles()
    .filter(({ path: file }) => isFormattedByServer(file))
    .flatMap(messagesIn)
    .flatMap((message) => (typeof message === "string" ? [message] : [message.one, message.other]));
}

/**
 * Returns the messages that a file passes to `translate`, `translateNodes`, and `createMessage`. Throws an error if an
 * argument isn't a literal.
 */
function messagesIn({ path: file, text }: SourceFile): readonly EnglishMessage[] {
  if (!/\b(?:translate(?:Nodes)?|createMessage)\(/.test(text)) return [];
  const found: EnglishMessage[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) return node.forEach(visit);
    const { type, callee, arguments: given } = node as Node;
    if (type === "CallExpression" && /^(translate(Nodes)?|createMessage)$/.test(callee?.name ?? ""))
      found.push(...literalsOf(given?.[0], file));
    Object.values(node).forEach(visit);
  };
  visit(parseSource(text));
  return found;
}

/** Parses TypeScript with JSX. Elements are converted to calls of `jsx` and `jsxs`. */
function parseSource(text: string): unknown {
  const { code } = transformSync(text, { loader: "tsx", jsx: "automatic", jsxImportSource: "preact" });
  return parse(code, { ecmaVersion: "latest", sourceType: "module" });
}

/** Returns the messages in an argument. A conditional expression contains two messages. */
function literalsOf(node: Node | undefined, file: string): readonly EnglishMessage[] {
  if (node?.type === "ConditionalExpression")
    return [...literalsOf(node.consequent, file), ...literalsOf(node.alternate, file)];
  if (typeof node?.value === "string") return [node.value];
  if (node?.type === "TemplateLiteral" && node.quasis?.length === 1) return [node.quasis[0]?.value.cooked ?? ""];
  const forms = Object.fromEntries(node?.properties?.map(({ key, value }) => [key.name ?? "", value.value]) ?? []);
  if (typeof forms["one"] === "string" && typeof forms["other"] === "string")
    return [{ one: forms["one"], other: forms["other"] }];
  throw new Error(`${file} translates something that isn't a literal`);
}

/** The props of elements and components whose values are shown or announced by screen readers. */
const shownProps: ReadonlySet<unknown> = new Set([
  "children",
  "title",
  "aria-label",
  "placeholder",
  "alt",
  "label",
  "caption",
  "text",
]);

/**
 * Returns the texts that a webview file shows without `translate`: strings in elements and in visible props, and other
 * strings that look like the start of a sentence or like a label with several words (`Copy page`). A template literal
 * consists of several texts.
 */
export function untranslatedTexts({ text }: SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) return node.forEach(visit);
    const { type, callee, arguments: given = [], computed, value } = node as Node;
    const called = type === "CallExpression" ? callee?.name : undefined;
    if (called === "translate" || called === "translateNodes") return given.slice(1).forEach(visit);
    // Names of properties and modules, and error messages, aren't shown.
    if (type === "ImportDeclaration" || (type === "NewExpression" && callee?.name?.endsWith("Error"))) return;
    if (type === "Property" && computed !== true) return visit(value);
    if (called === "jsx" || called === "jsxs")
      for (const { key, value: shown } of given[1]?.properties ?? [])
        if (shownProps.has(key?.name ?? key?.value) && !isCode(given[0]))
          found.push(...stringsOf(shown).filter((each) => /\p{Ll}{2}/u.test(each)));
    if (type === "Literal" || type === "TemplateLiteral")
      found.push(...stringsOf(node as Node).filter((each) => /^[“\p{Lu}]\S* \S*\p{Ll}{2}/u.test(each)));
    Object.values(node).forEach(visit);
  };
  visit(parseSource(text));
  return [...new Set(found.map((each) => each.trim()))];
}

/** Returns the strings that the expression can evaluate to or that it concatenates. */
function stringsOf(node: Node | undefined): readonly string[] {
  switch (node?.type) {
    case "Literal":
      return typeof node.value === "string" ? [node.value] : [];
    case "TemplateLiteral":
      return (node.quasis ?? []).map(({ value }) => value.cooked);
    case "ConditionalExpression":
      return [...stringsOf(node.consequent), ...stringsOf(node.alternate)];
    case "LogicalExpression":
      return [...stringsOf(node.left), ...stringsOf(node.right)];
    case "BinaryExpression":
      return node.operator === "+" ? [...stringsOf(node.left), ...stringsOf(node.right)] : [];
    case "ArrayExpression":
      return (node.elements ?? []).flatMap(stringsOf);
    default:
      return [];
  }
}

/** Whether an element contains code or a keyboard key, which is the same in every language. */
function isCode(element: Node | undefined): boolean {
  return element?.value === "code" || element?.value === "kbd";
}

interface Node {
  readonly type?: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly computed?: boolean;
  readonly operator?: string;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
  readonly consequent?: Node;
  readonly alternate?: Node;
  readonly left?: Node;
  readonly right?: Node;
  readonly elements?: readonly Node[];
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
  readonly properties?: readonly { readonly key: Node; readonly value: Node }[];
}
