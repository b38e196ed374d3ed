import assert from "node:assert/strict";
import { specFaultCases } from "../../../../../test/cases/spec-faults.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { validators } from "../../../workspace/specs/compiled-validators.cjs";
import { readWholeSpec } from "../read-spec.ts";
import { findErrorsInSteps, createJsonDocument } from "./validate-in-steps.ts";
import { getValidatorName, type ValidatorError } from "./analyze-spec.ts";
import { reduceErrors } from "./validator-errors.ts";

const formatErrors = (errors: readonly ValidatorError[]) =>
  reduceErrors(errors)
    .map(({ instancePath, keyword, params }) => `${instancePath} ${keyword} ${JSON.stringify(params)}`)
    .sort();

describe("errorsInSteps", () => {
  for (const [what, marked] of specFaultCases)
    it(`finds the same errors as a single validation: ${what}`, () => {
      const [[path, text] = ["", ""]] = parseFixture(marked).files;
      const specification = readWholeSpec(path, text, () => undefined);
      const name = specification && getValidatorName(specification.outline);
      const validator = name && validators[name]?.();
      const tree = specification?.files.getTree(path);
      assert.ok(name && validator && tree?.root);
      const document = createJsonDocument(tree);
      const steps = findErrorsInSteps(document, tree.root, name, validator, 1);
      let step = steps.next();
      while (!step.done) step = steps.next();
      const inPieces = formatErrors(step.value);
      assert.deepEqual(inPieces, validator(document) ? [] : formatErrors(validator.errors ?? []));
    });
});
