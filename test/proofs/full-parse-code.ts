import { isComponent, tagFact, type Facts } from "./page-facts.ts";

/** A node in the JavaScript tree of the parser, without the parser's own types. */
interface CodeNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Collects the tags, imports, and exports in code. `component` is the component that contains the code. */
export function codeFacts(facts: Facts, text: string, program: unknown, component: string | undefined): void {
  if (!isNode(program)) return;
  tagFacts(facts, text, program, component);
  for (const statement of listOf(program["body"])) moduleFacts(facts, statement);
}

/** Returns `user` for `{user.name}`, or undefined if the program is anything else. */
export function nameOfProgram(program: unknown): string | undefined {
  const [statement] = isNode(program) ? listOf(program["body"]) : [];
  let node = statement?.["expression"];
  if (isNode(node) && node.type === "ChainExpression") node = node["expression"];
  while (isNode(node) && node.type === "MemberExpression" && node["computed"] !== true) node = node["object"];
  const name = isNode(node) && node.type === "Identifier" ? textIn(node, "name") : undefined;
  return name === "undefined" ? undefined : name;
}

function tagFacts(facts: Facts, text: string, node: CodeNode, component: string | undefined): void {
  let enclosing = component;
  if (node.type === "JSXElement" && isNode(node["openingElement"])) {
    const opening = node["openingElement"];
    const name = jsxName(opening["name"]);
    const attributes = listOf(opening["attributes"]).map((attribute) => attributeFact(text, attribute));
    const tag = { name, start: node.start, end: node.end, attributes, parent: component, isNested: false };
    facts.tags.push(...tagFact(tag));
    if (isComponent(name)) enclosing = `${name}@${node.start}`;
  }
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) tagFacts(facts, text, child, enclosing);
}

function attributeFact(text: string, attribute: CodeNode): string {
  if (attribute.type === "JSXSpreadAttribute") return "...";
  const value = attribute["value"];
  const name = jsxName(attribute["name"]);
  return isNode(value) ? `${name}=${text.slice(value.start, value.end).replace(/^'([^]*)'$/, '"$1"')}` : name;
}

function jsxName(name: unknown): string {
  if (!isNode(name)) return "";
  if (name.type === "JSXMemberExpression") return `${jsxName(name["object"])}.${jsxName(name["property"])}`;
  if (name.type === "JSXNamespacedName") return `${jsxName(name["namespace"])}:${jsxName(name["name"])}`;
  return textIn(name, "name") ?? "";
}

function moduleFacts(facts: Facts, statement: CodeNode): void {
  const { source, specifiers, declaration } = statement;
  const from = isNode(source) ? `${textIn(source, "value")} ${source.start + 1}` : undefined;
  if (statement.type === "ImportDeclaration") {
    const names = listOf(specifiers).map((each) => `${importedName(each)} as ${idIn(each, "local")}`);
    facts.imports.push(`${from}: ${names.join(", ")}`);
    return;
  }
  if (from !== undefined) facts.imports.push(`${from}: passed on`);
  const passedOn = [...listOf(specifiers), ...(statement.type === "ExportAllDeclaration" ? [statement] : [])];
  for (const each of passedOn) {
    const name = idIn(each, "exported");
    if (name !== undefined) facts.exports.push(`${name} ${startsUpper(name) || name === "default"}`);
  }
  if (!isNode(declaration)) return;
  if (statement.type === "ExportDefaultDeclaration") facts.exports.push(`default ${valueFact(declaration, "Default")}`);
  else if (declaration.type === "VariableDeclaration")
    for (const each of listOf(declaration["declarations"])) {
      const name = idIn(each, "id");
      if (name !== undefined) facts.exports.push(`${name} ${valueFact(each["init"], name)}`);
    }
  else facts.exports.push(`${idIn(declaration, "id")} ${valueFact(declaration, "")}`);
}

function importedName(specifier: CodeNode): string {
  if (specifier.type === "ImportDefaultSpecifier") return "default";
  return specifier.type === "ImportNamespaceSpecifier" ? "*" : (idIn(specifier, "imported") ?? "");
}

const functions = new Set(["ArrowFunctionExpression", "FunctionExpression", "FunctionDeclaration"]);
const noComponents = new Set([
  "ObjectExpression",
  "ArrayExpression",
  "JSXElement",
  "JSXFragment",
  "NewExpression",
  "UnaryExpression",
]);

function valueFact(value: unknown, name: string): string {
  if (!isNode(value)) return String(startsUpper(name));
  if (functions.has(value.type)) return `true${propsOf(listOf(value["params"])[0])}`;
  if (value.type.startsWith("Class")) return "true";
  if (value.type === "Literal") return `false${textFact(value["value"], value["raw"])}`;
  if (value.type === "TemplateLiteral") {
    const [only, more] = listOf(value["quasis"]);
    const raw = more ? undefined : (only?.["value"] as { readonly raw?: string } | undefined)?.raw;
    return `false${textFact(raw, raw)}`;
  }
  return String(!noComponents.has(value.type) && startsUpper(name));
}

/** Returns the fact about a string. Like the scan, leaves out strings with escapes and multi-line strings. */
function textFact(value: unknown, raw: unknown): string {
  const isShown = typeof value === "string" && typeof raw === "string" && value.length <= 500;
  return isShown && !/[\\\r\n]/.test(raw) ? ` "${value}"` : "";
}

/**
 * Returns the props as text, such as `(a, b)` for `({ a, b }) =>`, or `()` without a parameter. Returns an empty string
 * if the names can't be determined.
 */
function propsOf(first: CodeNode | undefined): string {
  if (!first) return " ()";
  const pattern = first.type === "AssignmentPattern" ? first["left"] : first;
  if (!isNode(pattern) || pattern.type !== "ObjectPattern") return "";
  const names = listOf(pattern["properties"]).map((property) =>
    property.type === "Property" && property["computed"] !== true
      ? (idIn(property, "key") ?? textIn(property["key"], "value"))
      : undefined,
  );
  return names.includes(undefined) ? "" : ` (${names.join(", ")})`;
}

function idIn(node: CodeNode, key: string): string | undefined {
  const id = node[key];
  return isNode(id) && id.type === "Identifier" ? textIn(id, "name") : undefined;
}

function textIn(node: unknown, key: string): string | undefined {
  const value = isNode(node) ? node[key] : undefined;
  return typeof value === "string" ? value : undefined;
}

function listOf(value: unknown): CodeNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is CodeNode {
  return typeof value === "object" && value !== null && typeof (value as CodeNode).type === "string";
}

function startsUpper(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}
