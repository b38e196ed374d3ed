import type {
  Directive,
  ExportDefaultDeclaration,
  ExportNamedDeclaration,
  ImportDeclaration,
  ModuleDeclaration,
  Pattern,
  Program,
  Statement,
} from "estree-jsx";
import type { SitePath } from "../../text/text-edit.ts";
import {
  toEvaluationError,
  EvaluationError,
  type ErrorLocation,
  formatErrorMessage,
  type Span,
  getSpan,
} from "./evaluation-error.ts";
import { declareVariable, type Machine, type Scope } from "./machine.ts";
import { createDict, type MissingValue, type Value } from "./values.ts";

/** An imported file with its exports by name, including `default`. Exports are added while the file is being read. */
export interface SiteModule {
  readonly path: SitePath;
  readonly exports: Map<string, Value>;
  /** Whether the file has been read completely. Until then, more exports may be added. */
  isRead: boolean;
}

/**
 * A file that can't be imported (with the error) or that hasn't been read yet (`pending`). The same applies to each of
 * its exports.
 */
export interface AbsentModule {
  readonly absent: EvaluationError | "pending";
}

/**
 * Returns the export with this name or, if the module doesn't have such an export, a missing value whose error is
 * located at the import.
 */
export function getExport(module: SiteModule | AbsentModule, name: string, location: ErrorLocation): Value {
  if ("absent" in module) return createMissingValue(name, module);
  if (module.exports.has(name) || !module.isRead) return module.exports.get(name);
  const message =
    module.path === ""
      ? formatErrorMessage`The preview doesn't evaluate \`${name}\` from React, so this part is left out. Check it on the published page.`
      : name === "default"
        ? formatErrorMessage`\`${module.path}\` has no default export, so readers see an error or nothing at all. Add a default export, or use a named import.`
        : formatErrorMessage`\`${module.path}\` doesn't export \`${name}\`, so readers see an error or nothing at all. Export it, or fix the name.`;
  const kind = module.path === "" ? "not-static" : "import";
  return createMissingValue(name, { absent: new EvaluationError(kind, message, location) });
}

export function createMissingValue(name: string, { absent }: AbsentModule): MissingValue {
  return { kind: "missing", name, ...(absent !== "pending" && { error: absent }) };
}

type ModuleItem = Statement | Directive | ModuleDeclaration;

/** Returns the module that an import refers to. `location` is the location of the import. */
export type Importer = (source: string, location: Span) => SiteModule | AbsentModule;

/**
 * Runs the imports and declarations in a module in order, and adds names to `scope` and exports to `exports`. If a
 * declaration fails, its names are assigned an error that is reported where they're used.
 */
export function runModule(
  programs: readonly { readonly program: Program; readonly scope: Scope }[],
  exports: Map<string, Value>,
  importer: Importer,
  machine: Machine,
): void {
  for (const { program, scope } of programs)
    for (const item of program.body) hoistFunctions(item, scope, exports, machine);
  for (const { program, scope } of programs)
    for (const item of program.body) {
      try {
        runItem(item, scope, exports, importer, machine);
      } catch (error) {
        const evaluationError = toEvaluationError(error);
        evaluationError.location ??= { ...getSpan(item, scope.source), file: scope.source.file };
        for (const name of listDeclaredNames(item)) {
          const value: Value = { kind: "missing", name, error: evaluationError };
          if (item.type === "ExportDefaultDeclaration") exports.set("default", value);
          else declareVariable(scope, name, value);
          if (item.type === "ExportNamedDeclaration") exports.set(name, value);
        }
      }
    }
}

/** Declares the function in a statement, if there is one. Functions can be used before their declaration. */
function hoistFunctions(item: ModuleItem, scope: Scope, exports: Map<string, Value>, machine: Machine): void {
  const isExport = item.type === "ExportNamedDeclaration" || item.type === "ExportDefaultDeclaration";
  const declaration = isExport ? item.declaration : item;
  if (declaration?.type !== "FunctionDeclaration") return;
  const name = declaration.id?.name ?? "default";
  const value = machine.createClosure(declaration, scope, name);
  if (declaration.id) declareVariable(scope, name, value);
  if (item.type === "ExportDefaultDeclaration") exports.set("default", value);
  else if (isExport) exports.set(name, value);
}

function runItem(
  item: ModuleItem,
  scope: Scope,
  exports: Map<string, Value>,
  importer: Importer,
  machine: Machine,
): void {
  switch (item.type) {
    case "ImportDeclaration":
      bindImports(item, scope, importer);
      return;
    case "ExportNamedDeclaration":
      collectExports(item, scope, exports, importer, machine);
      return;
    case "ExportDefaultDeclaration":
      addDefaultExport(item, scope, exports, machine);
      return;
    case "ExportAllDeclaration": {
      const module = importer(getText(item.source.value), getSpan(item, scope.source));
      if ("absent" in module) return;
      for (const [name, value] of module.exports) if (name !== "default") exports.set(name, value);
      return;
    }
    case "FunctionDeclaration":
      return;
    default:
      machine.execute(item, scope);
  }
}

function bindImports({ source, specifiers, ...node }: ImportDeclaration, scope: Scope, importer: Importer): void {
  const importLocation = { ...getSpan(node, scope.source), file: scope.source.file };
  const module = importer(getText(source.value), importLocation);
  for (const specifier of specifiers) {
    const { name } = specifier.local;
    if (specifier.type === "ImportNamespaceSpecifier")
      declareVariable(scope, name, "absent" in module ? createMissingValue(name, module) : createDict(module.exports));
    else {
      const exportName = specifier.type === "ImportDefaultSpecifier" ? "default" : getName(specifier.imported);
      declareVariable(scope, name, getExport(module, exportName, importLocation));
    }
  }
}

function collectExports(
  node: ExportNamedDeclaration,
  scope: Scope,
  exports: Map<string, Value>,
  importer: Importer,
  machine: Machine,
): void {
  const { declaration, source, specifiers } = node;
  if (declaration) {
    if (declaration.type !== "FunctionDeclaration") machine.execute(declaration, scope);
    for (const name of listDeclaredNames(node)) exports.set(name, scope.names.get(name)?.value);
    return;
  }
  const exportLocation = { ...getSpan(node, scope.source), file: scope.source.file };
  const module = source ? importer(getText(source.value), exportLocation) : undefined;
  for (const { local, exported } of specifiers) {
    const name = getName(local);
    const value = module ? getExport(module, name, exportLocation) : scope.names.get(name)?.value;
    exports.set(getName(exported), value);
  }
}

function addDefaultExport(
  { declaration }: ExportDefaultDeclaration,
  scope: Scope,
  exports: Map<string, Value>,
  machine: Machine,
): void {
  if (declaration.type === "FunctionDeclaration") return;
  if (declaration.type === "ClassDeclaration") {
    machine.execute(declaration as Statement, scope);
    return;
  }
  exports.set("default", machine.evaluate(declaration, scope));
}

function listDeclaredNames(item: ModuleItem): string[] {
  switch (item.type) {
    case "ImportDeclaration":
      return item.specifiers.map(({ local }) => local.name);
    case "ExportNamedDeclaration":
      return item.declaration ? listDeclaredNames(item.declaration) : [];
    case "ExportDefaultDeclaration":
      return ["default"];
    case "VariableDeclaration":
      return item.declarations.flatMap(({ id }) => listNames(id));
    case "ClassDeclaration":
    case "FunctionDeclaration":
      return item.id ? [item.id.name] : [];
    default:
      return [];
  }
}

function listNames(pattern: Pattern): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element ? listNames(element) : []));
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        listNames(property.type === "RestElement" ? property.argument : property.value),
      );
    case "AssignmentPattern":
      return listNames(pattern.left);
    case "RestElement":
      return listNames(pattern.argument);
    case "MemberExpression":
      return [];
  }
}

function getName(node: { readonly type: string; readonly name?: string; readonly value?: unknown }): string {
  return node.name ?? getText(node.value);
}

function getText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
