import { deepStrictEqual } from "node:assert/strict";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { findSiteProblems } from "../engine/run-rules.ts";
import { createExample, formatSample } from "../findings/drift-findings.ts";
import { driftWrongType } from "./wrong-type.ts";

describe("drift/wrong-type", () => {
  const listMessages = (json: string) => {
    const { files } = parseFixture(createExample(formatSample(json), "").bad);
    return findSiteProblems(siteOf(files), { rules: [driftWrongType] }).map(({ message }) => message);
  };

  it("names the request body if its own type differs", () =>
    deepStrictEqual(listMessages('[{ "item": "tea", "size": "small" }]'), [
      "In `api.json`, the request body of `POST /orders` is an object, but it's an array here, so readers can't tell which is correct. Change one to match the other.",
    ]));

  it("names a field in the request body", () =>
    deepStrictEqual(listMessages('{ "item": 1, "size": "small" }'), [
      "`item` in the request body of `POST /orders` is a string in `api.json`, but a number here, so readers can't tell which is correct. Change one to match the other.",
    ]));
});
