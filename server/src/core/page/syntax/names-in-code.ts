import type { BaseFunction, Identifier, JSXOpeningElement, Node, Property } from "estree-jsx";
import type { TextRange } from "../../text/text-edit.ts";
import { parseScript } from "./parse-script.ts";
import { groupBy } from "../../text/maps.ts";

/**
 * An identifier that refers to a variable, function, class, or import. Names of properties and labels aren't included.
 */
export interface NameInCode {
  readonly name: string;
  readonly range: TextRange;
  readonly isDeclaration: boolean;
  /**
   * Whether the identifier refers to a parameter or to a variable inside a function or block, rather than to a
   * top-level variable.
   */
  readonly isLocal: boolean;
  /**
   * The role of the identifier. `property`: a shorthand property such as `{ Box }`, whose name is also a property's
   * name. `export`: a name as in `export { Box }`, which is also the name of an export. `tag`: a tag such as `<Box>`,
   * but not `<Box.Part>`.
   */
  readonly kind: "plain" | "import" | "export" | "property" | "tag";
}

export interface NamesInCode {
  readonly findNameAt: (offset: number) => NameInCode | undefined;
  readonly findByName: (name: string) => readonly NameInCode[];
}

interface Scope {
  readonly parent: Scope | undefined;
  /**
   * Whether the scope belongs to a function. If so, names declared with `var` inside the function belong to this scope.
   */
  readonly isFunction: boolean;
  readonly names: Set<string>;
}

type ScopedName = Omit<NameInCode, "isLocal"> & { readonly scope: Scope };

/**
 * The maximum length of code in UTF-16 code units. Longer code isn't written by hand, and parsing it would take
 * seconds.
 */
const maxLength = 2_000_000;

/**
 * Returns the identifiers in a code file, or undefined if the file can't be parsed, for example, because it's too large
 * or contains TypeScript.
 */
export function readNames(text: string): NamesInCode | undefined {
  const program = text.length > maxLength ? undefined : parseScript(text);
  if (!program || !("type" in program)) return undefined;
  const names = [...new ScopeReader().read(program)].sort((first, other) => first.range.start - other.range.start);
  const namesByText = groupBy(names, (name) => name.name);
  const resolvedNamesByText = new Map<string, readonly NameInCode[]>();
  const findByName = (name: string): readonly NameInCode[] => {
    const matchingNames = resolvedNamesByText.get(name) ?? resolveScopes(namesByText.get(name) ?? []);
    resolvedNamesByText.set(name, matchingNames);
    return matchingNames;
  };
  return { findNameAt: (offset) => resolveScopes(findNamesAtOffset(names, offset))[0], findByName };
}

function resolveScopes(names: readonly ScopedName[]): NameInCode[] {
  const declaringScopes = new Map<Scope, Scope | undefined>();
  return names.map(({ scope, ...name }) => ({
    ...name,
    isLocal: findDeclaringScope(scope, name.name, declaringScopes)?.parent !== undefined,
  }));
}

/** Returns the names at an offset, or an empty list if there are none. `names` must be in text order. */
function findNamesAtOffset(names: readonly ScopedName[], offset: number): readonly ScopedName[] {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle]?.range.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  const foundName = names[low];
  return foundName && foundName.range.start <= offset ? [foundName] : [];
}

/**
 * Returns the variable at an offset that the module exports under its own name, or undefined if there's none. For
 * example, returns `Box` for `export const Box` and for `export { Box }`, but not for `export { Own as Box }`.
 */
export function findExportedVariable(names: NamesInCode, start: number): NameInCode | undefined {
  const foundName = names.findNameAt(start);
  if (foundName?.range.start !== start || foundName.isLocal) return undefined;
  return names.findByName(foundName.name).some(({ kind }) => kind === "import") ? undefined : foundName;
}

/**
 * Returns the scope that declares a name. `declaringScopes` stores the results for this name so that each scope is
 * searched only once.
 */
function findDeclaringScope(
  startScope: Scope,
  name: string,
  declaringScopes: Map<Scope, Scope | undefined>,
): Scope | undefined {
  const visitedScopes: Scope[] = [];
  let scope: Scope | undefined = startScope;
  while (scope && !declaringScopes.has(scope) && !scope.names.has(name)) {
    visitedScopes.push(scope);
    scope = scope.parent;
  }
  const declaringScope = scope && (declaringScopes.get(scope) ?? (scope.names.has(name) ? scope : undefined));
  for (const visitedScope of visitedScopes) declaringScopes.set(visitedScope, declaringScope);
  return declaringScope;
}

/** A node to read. If `declarationScope` is set, the node is a pattern whose names are declared in that scope. */
interface Step {
  readonly node: Node;
  readonly scope: Scope;
  readonly declarationScope: Scope | undefined;
}

/**
 * Finds the names in a syntax tree. Doesn't use recursion, because chains such as `a.b.c` can be nested very deeply.
 */
class ScopeReader {
  readonly #names: ScopedName[] = [];
  readonly #steps: Step[] = [];

  read(program: Node): readonly ScopedName[] {
    const rootScope: Scope = { parent: undefined, isFunction: true, names: new Set() };
    this.#readChildren(program, rootScope);
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) this.#visit(step);
    return this.#names;
  }

  #push(node: Node | null | undefined, scope: Scope, declarationScope?: Scope): void {
    if (node) this.#steps.push({ node, scope, declarationScope });
  }

  #readChildren(node: Node, scope: Scope): void {
    for (const value of Object.values(node) as unknown[])
      for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
        if (isNode(child)) this.#push(child, scope);
  }

  #add(node: Node, name: string, scope: Scope, declarationScope?: Scope, kind: NameInCode["kind"] = "plain"): void {
    declarationScope?.names.add(name);
    this.#names.push({
      name,
      range: toRange(node),
      isDeclaration: declarationScope !== undefined,
      kind,
      scope: declarationScope ?? scope,
    });
  }

  #visit({ node, scope, declarationScope }: Step): void {
    switch (node.type) {
      case "Identifier":
        return this.#add(node, node.name, scope, declarationScope);
      case "VariableDeclaration":
        for (const { id, init } of node.declarations) {
          this.#push(id, scope, node.kind === "var" ? findFunctionScope(scope) : scope);
          this.#push(init, scope);
        }
        return;
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        return this.#visitFunction(node, this.#visitOwnName(node, scope));
      case "ClassDeclaration":
      case "ClassExpression": {
        const ownScope = this.#visitOwnName(node, scope);
        this.#push(node.superClass, ownScope);
        return this.#push(node.body, ownScope);
      }
      case "StaticBlock":
        return this.#readChildren(node, createScope(scope, true));
      case "SwitchStatement": {
        this.#push(node.discriminant, scope);
        const newScope = createScope(scope);
        for (const switchCase of node.cases) this.#push(switchCase, newScope);
        return;
      }
      case "BlockStatement":
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
        return this.#readChildren(node, createScope(scope));
      case "CatchClause": {
        const newScope = createScope(scope);
        this.#push(node.param, newScope, newScope);
        return this.#push(node.body, newScope);
      }
      case "ObjectPattern":
        for (const property of node.properties) this.#push(property, scope, declarationScope);
        return;
      case "ArrayPattern":
        for (const element of node.elements) this.#push(element, scope, declarationScope);
        return;
      case "RestElement":
        return this.#push(node.argument, scope, declarationScope);
      case "AssignmentPattern":
        this.#push(node.left, scope, declarationScope);
        return this.#push(node.right, scope);
      case "Property":
        return this.#visitProperty(node, scope, declarationScope);
      case "MemberExpression":
      case "MethodDefinition":
      case "PropertyDefinition":
        return this.#visitMember(node, scope);
      case "LabeledStatement":
        return this.#push(node.body, scope);
      case "ImportSpecifier":
      case "ImportDefaultSpecifier":
      case "ImportNamespaceSpecifier":
        return this.#add(node.local, node.local.name, scope, scope, "import");
      case "ExportNamedDeclaration":
        this.#push(node.declaration, scope);
        for (const { local, exported } of node.source ? [] : node.specifiers) {
          const isShorthand = toRange(local).start === toRange(exported).start;
          if (local.type === "Identifier")
            this.#add(local, local.name, scope, undefined, isShorthand ? "export" : "plain");
        }
        return;
      case "JSXOpeningElement":
      case "JSXClosingElement":
        this.#visitTagName(node.name, scope);
        if (node.type === "JSXOpeningElement") for (const attribute of node.attributes) this.#push(attribute, scope);
        return;
      case "JSXAttribute":
        return this.#push(node.value, scope);
      case "ImportDeclaration":
        for (const specifier of node.specifiers) this.#push(specifier, scope);
        return;
      case "ExportAllDeclaration":
      case "BreakStatement":
      case "ContinueStatement":
      case "MetaProperty":
        return;
      default:
        return this.#readChildren(node, scope);
    }
  }

  /**
   * Declares a function's or class's own name, and returns the scope for the rest of the function or class. The name of
   * a function or class expression is visible only inside the expression.
   */
  #visitOwnName(node: Node & { readonly id?: Identifier | null | undefined }, scope: Scope): Scope {
    const ownScope = node.id && node.type.endsWith("Expression") ? createScope(scope) : scope;
    this.#push(node.id, ownScope, ownScope);
    return ownScope;
  }

  #visitFunction(node: BaseFunction, scope: Scope): void {
    const parameterScope = createScope(scope, true);
    for (const parameter of node.params) this.#push(parameter, parameterScope, parameterScope);
    // Default values of parameters can't access names that are declared in the function's body.
    if (node.body.type === "BlockStatement") this.#readChildren(node.body, createScope(parameterScope, true));
    else this.#push(node.body, parameterScope);
  }

  #visitProperty({ computed, shorthand, key, value }: Property, scope: Scope, declarationScope?: Scope): void {
    if (computed) this.#push(key, scope);
    const target = shorthand && value.type === "AssignmentPattern" ? value.left : value;
    if (!shorthand || target.type !== "Identifier") return this.#push(value, scope, declarationScope);
    this.#add(target, target.name, scope, declarationScope, "property");
    if (value.type === "AssignmentPattern") this.#push(value.right, scope);
  }

  #visitMember(
    node: Extract<Node, { type: "MemberExpression" | "MethodDefinition" | "PropertyDefinition" }>,
    scope: Scope,
  ): void {
    const isMember = node.type === "MemberExpression";
    if (node.computed) this.#push(isMember ? node.property : node.key, scope);
    this.#push(isMember ? node.object : node.value, scope);
  }

  #visitTagName(tag: JSXOpeningElement["name"], scope: Scope): void {
    let name = tag;
    while (name.type === "JSXMemberExpression") name = name.object;
    if (name.type !== "JSXIdentifier") return;
    // React treats tags with such names as HTML elements.
    const isElement = name === tag && (/^[a-z]/.test(name.name) || name.name.includes("-"));
    const kind = name === tag ? "tag" : "plain";
    if (!isElement && name.name !== "this") this.#add(name, name.name, scope, undefined, kind);
  }
}

function createScope(parent: Scope, isFunction = false): Scope {
  return { parent, isFunction, names: new Set() };
}

function findFunctionScope(startScope: Scope): Scope {
  let scope = startScope;
  while (!scope.isFunction && scope.parent) scope = scope.parent;
  return scope;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** Returns the range of a node. The parser adds offsets to each node, but they aren't part of the node's type. */
function toRange(node: Node): TextRange {
  const { start, end } = node as Node & TextRange;
  return { start, end };
}
