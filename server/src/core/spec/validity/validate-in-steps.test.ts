import assert from "node:assert/strict";
import { specFaultCases } from "../../../../../test/cases/spec-faults.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { validators } from "../../../workspace/specs/compiled-validators.cjs";
import { readWholeSpec } from "../read-spec.ts";
import { errorsInSteps, plainDocument } from "./validate-in-steps.ts";
import { checkName, type ValidatorError } from "./analyze-spec.ts";
import { distinctErrors } from "./validator-errors.ts";

const shortly = (errors: readonly ValidatorError[]) =>
  distinctErrors(errors)
    .map(({ instancePath, keyword, params }) => `${instancePath} ${keyword} ${JSON.stringify(params)}`)
    .sort();

describe("errorsInSteps", () => {
  for (const [what, marked] of specFaultCases)
    it(`finds the same errors as a single validation: ${what}`, () => {
      const [[path, text] = ["", ""]] = parseFixture(marked).files;
      const read = readWholeSpec(path, text, () => undefined);
      const name = read && checkName(read.outline);
      const validator = name && validators[name]?.();
      const tree = read?.files.treeOf(path);
      assert.ok(name && validator && tree?.root);
      const document = plainDocument(tree);
      const steps = errorsInSteps(document, tree.root, name, validator, 1);
      let step = steps.next();
      while (!step.done) step = steps.next();
      const inPieces = shortly(step.value);
      assert.deepEqual(inPieces, validator(document) ? [] : shortly(validator.errors ?? []));
    });
});
