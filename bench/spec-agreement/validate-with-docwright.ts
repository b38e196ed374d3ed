import { readWholeSpec } from "../../server/src/core/spec/read-spec.ts";
import { findValidityProblems } from "../../server/src/core/spec/validity/analyze-spec.ts";
import { validateWithValidator, validators } from "../../server/src/workspace/specs/spec-validation.ts";

/**
 * Returns the problems found by Docwright that make services reject the document. The list is empty for a valid
 * document. Returns undefined if Docwright can't validate the document.
 */
export async function validateWithDocwright(text: string): Promise<readonly string[] | undefined> {
  const specification = readWholeSpec("api.json", text, () => undefined);
  if (!specification) return ["no specification"];
  const { files, outline } = specification;
  if (!outline.isSupported) return [`version ${outline.version} is not supported`];
  const references = outline.problems.flatMap((problem) =>
    problem.kind === "dangling-ref" ? [`dangling-ref ${problem.text}`] : [],
  );
  const steps = findValidityProblems(files, outline, { validators }, text);
  let step = steps.next();
  while (!step.done) step = steps.next();
  if (!step.value) return undefined;
  const ownProblems = step.value.filter(({ isTolerated }) => !isTolerated);
  const all = ownProblems.length > 0 ? ownProblems : await validateWithValidator(files, outline, { validators });
  return [...references, ...all.map(({ kind, path, name }) => `${kind} ${name} at /${path.join("/")}`)];
}
