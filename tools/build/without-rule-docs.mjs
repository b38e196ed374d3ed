import { parse } from "acorn";
import { transform } from "esbuild";

/** The properties of a rule that are used only by its documentation and the tests. */
const documentation = new Set(["why", "howToFix", "whenToTurnOff", "examples"]);

/** Returns the JavaScript of a module that defines a rule, without the rule's documentation. Bundles don't use it. */
export async function withoutRuleDocs(typescript) {
  const { code } = await transform(typescript, { loader: "ts" });
  const { body } = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  const rules = body
    .flatMap(({ type, declaration }) => (type === "ExportNamedDeclaration" ? (declaration?.declarations ?? []) : []))
    .filter(({ init }) => init?.type === "CallExpression" && init.callee.name === "defineRule")
    .flatMap(({ init }) => init.arguments);
  return rules
    .flatMap(({ properties }) => properties.filter(({ key }) => documentation.has(key?.name)))
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(text[end] === "," ? end + 1 : end), code);
}
