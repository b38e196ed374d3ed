import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "acorn";
import { transformSync } from "esbuild";
import type { TranslatedLanguage } from "../../server/src/core/text/display-language.ts";
import type { EnglishMessage } from "../../webview/src/language/translate.ts";
import { project, sourceFiles, type SourceFile } from "./source-files.ts";

/** Returns the translations of webviews to a language, as in the source files. */
export function textsOf(language: TranslatedLanguage): Readonly<Record<string, unknown>> {
  const file = path.join(project, "webview/translations", `${language}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>;
}

/** Returns every English message of the webviews by its key in the translations. */
export function pageMessages(): ReadonlyMap<string, EnglishMessage> {
  const messages = sourceFiles()
    .filter(({ path: file }) => file.startsWith("webview/src/") && !file.endsWith(".test.ts"))
    .flatMap(messagesIn);
  return new Map(messages.map((message) => [typeof message === "string" ? message : message.other, message]));
}

/** Returns the messages that a file passes to `translate` and `translateNodes`. Throws if one isn't a literal. */
function messagesIn({ path: file, text }: SourceFile): readonly EnglishMessage[] {
  if (!/\btranslate(?:Nodes)?\(/.test(text)) return [];
  const found: EnglishMessage[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) return node.forEach(visit);
    const { type, callee, arguments: given } = node as Node;
    if (type === "CallExpression" && /^translate(Nodes)?$/.test(callee?.name ?? ""))
      found.push(...literalsOf(given?.[0], file));
    Object.values(node).forEach(visit);
  };
  const { code } = transformSync(text, { loader: "tsx", jsx: "automatic", jsxImportSource: "preact" });
  visit(parse(code, { ecmaVersion: "latest", sourceType: "module" }));
  return found;
}

/** Returns the messages of an argument. A conditional expression has two. */
function literalsOf(node: Node | undefined, file: string): readonly EnglishMessage[] {
  if (node?.type === "ConditionalExpression")
    return [...literalsOf(node.consequent, file), ...literalsOf(node.alternate, file)];
  if (typeof node?.value === "string") return [node.value];
  if (node?.type === "TemplateLiteral" && node.quasis?.length === 1)
    return [node.quasis[0]?.value.cooked ?? ""];
  const forms = Object.fromEntries(node?.properties?.map(({ key, value }) => [key.name, value.value]) ?? []);
  if (typeof forms["one"] === "string" && typeof forms["other"] === "string")
    return [{ one: forms["one"], other: forms["other"] }];
  throw new Error(`${file} translates something that isn't a literal`);
}

interface Node {
  readonly type?: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
  readonly consequent?: Node;
  readonly alternate?: Node;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
  readonly properties?: readonly { readonly key: { readonly name: string }; readonly value: Node }[];
}
