import { replaceAt, type FaultKind } from "../fault-kind.ts";
import { toRecord, type SpecText } from "../read-specs.ts";
import { changeLine, findLines, listNamed, listUsed } from "./spec-faults.ts";
import { findKey } from "./unlisted-operation-faults.ts";

/** Specifications that can be parsed but violate their format. */
export const specValidityFaults: readonly FaultKind[] = [
  {
    name: "openapi/operation-id-number",
    codes: ["openapi/spec-invalid"],
    inject: (site, random) =>
      changeLine(site, random, /^\s*"?operationId"?: ["']?[\w.-]+["']?,?$/, (text) =>
        text.replace(/: ["']?[\w.-]+["']?/, `: ${random.nextBelow(90) + 10}`),
      ),
  },
  {
    name: "openapi/parameter-place-wrong",
    codes: ["openapi/spec-invalid"],
    inject: (site, random) =>
      changeLine(site, random, /^\s*(- )?"?in"?: ["']?(query|path|header)["']?,?$/, (text) =>
        text.replace(/query|path|header/, random.pick(["body", "qeury", "formData"]) ?? "body"),
      ),
  },
  {
    name: "openapi/shared-parameter-wrong",
    // The problem is reported at each operation that is omitted, or once at the parameter.
    codes: ["openapi/operation-left-out", "openapi/spec-invalid"],
    options: ["--profile", "standard"],
    alone: true,
    inject: (site, random) => {
      const spec = random.pick(listUsed(site));
      const parameters = toRecord(toRecord(spec?.content["components"])["parameters"]);
      const name = random.pick(Object.keys(parameters));
      if (!spec || name === undefined) return undefined;
      const users = spec.operations.filter(({ content }) => hasReferenceTo(content["parameters"], name));
      const marks = users.flatMap(({ path, method }) => {
        const at = findKey(spec, path, method);
        return at === undefined ? [] : [{ path: spec.path, at }];
      });
      const place = findSharedOperation(spec, name);
      if (marks.length === 0 || !place) return undefined;
      // The replacement has the same length as the original text, so the marks stay valid.
      return {
        ...replaceAt(spec.path, place, "x".repeat(place.end - place.start)),
        marks: [...marks, { path: spec.path, at: place.start }],
        what: `${name} is broken`,
      };
    },
  },
  {
    name: "asyncapi/action-wrong",
    codes: ["asyncapi/spec-invalid"],
    alone: true,
    inject: (site, random) => {
      const spec = random.pick(listNamed(site, "asyncapi"));
      const line = spec && random.pick(findLines(spec, /^\s*"?action"?: ["']?(send|receive)["']?,?$/));
      if (!spec || !line) return undefined;
      const text = line.text.replace(/send|receive/, random.pick(["publish", "sent", random.nextWord(5)]) ?? "sent");
      return {
        ...replaceAt(spec.path, { start: line.start, end: line.start + line.text.length }, text),
        what: text.trim(),
      };
    },
  },
];

function hasReferenceTo(parameters: unknown, name: string): boolean {
  return (
    Array.isArray(parameters) && parameters.some((one) => toRecord(one)["$ref"] === `#/components/parameters/${name}`)
  );
}

/** Returns the position of the `in` key of a shared parameter. */
function findSharedOperation({ text }: SpecText, name: string) {
  const shared = /^\s*"?components"?:/m.exec(text)?.index ?? text.length;
  const keyLine = new RegExp(`^[ \\t]+"?${name.replace(/\W/g, String.raw`\$&`)}"?:[ \\t]*\\{?[ \\t]*$`, "m").exec(
    text.slice(shared),
  );
  if (!keyLine) return undefined;
  const from = shared + keyLine.index + keyLine[0].length;
  const word = /^\s*"?in"?: ["']?(query|path|header)/m.exec(text.slice(from, from + 600));
  if (!word) return undefined;
  const end = from + word.index + word[0].length;
  return { start: end - (word[1] ?? "").length, end };
}
