import assert from "node:assert/strict";
import { findSampleProblem } from "./example-values.ts";

/** Returns the text at the sample's error, or undefined if there's no error. */
function getValue(language: string, text: string): string | undefined {
  const fault = findSampleProblem(language, text);
  return fault && text.slice(fault.range.start, fault.range.end);
}

describe("sampleFault", () => {
  it("finds the first of several trailing or missing commas, but doesn't report other combinations of errors", () => {
    assert.equal(findSampleProblem("json", '{ "a": [1,], }')?.range.start, 9);
    assert.equal(findSampleProblem("json", '{ "a": 1 "b": 2 "c": 3 }')?.reason, "a comma is missing");
    assert.equal(findSampleProblem("json", '{ "a": , "b": }'), undefined);
    assert.equal(findSampleProblem("json", '{ "a": 1 "b": [2,] }'), undefined);
  });
  it("finds a single typo in a JSON sample and its position", () => {
    assert.equal(getValue("json", '{\n  "a": 1,\n}'), ",");
    assert.equal(findSampleProblem("json", '{\n  "a": "x"\n  "b": 2\n}')?.reason, "a comma is missing");
    assert.equal(findSampleProblem("json", '{ "a": [1, 2 }')?.reason, "a bracket isn't closed");
    assert.equal(findSampleProblem("json", '{\n  "a": "x,\n  "b": 2\n}')?.reason, "a quote is missing");
    assert.equal(findSampleProblem("json", '{\n  "name: "x",\n  "b": ["y"]\n}')?.reason, "a quote is missing");
    assert.equal(
      findSampleProblem("json", '{\n  "a": {\n    "b: {\n      "c": 1\n    }\n  }\n}')?.reason,
      "a quote is missing",
    );
    assert.equal(findSampleProblem("json", '{ "a": }')?.reason, "a value is missing");
    assert.equal(findSampleProblem("json", '{ "a": 1 }\n}')?.reason, "there's text after the end");
    assert.equal(getValue("json", '{ "a": "... {{x}} // <b>", }'), ",");
  });

  it("accepts intentional deviations such as comments, ellipses, and placeholders", () => {
    for (const text of [
      '{ "a": 1, ... }',
      '{ "a": 1, // one\n}',
      '/* note */ { "a": 1, }',
      '{ "a": <your key>, }',
      '{ "a": {{key}}, }',
      "{ a: 1, }",
      "{ 'a': 1 }",
      '"a": 1,',
      '{ "a": 1 }\n{ "a": 2 }',
      "HTTP/1.1 200 OK",
      '+ { "a": 1, }',
      '{ "a": …, }',
      "",
    ])
      assert.equal(getValue("json", text), undefined, text);
  });

  it("finds the only key without a closing quote, regardless of its value", () => {
    assert.equal(getValue("json", '{\n  "a": 1,\n  "choices: [\n    1\n  ]\n}'), '"choices');
    assert.equal(getValue("json", '{\n  "data: "{\\"a\\": \\"b\\"}"\n}'), '"data');
    assert.equal(getValue("json", '{\n  "a: [1],\n  "b: [2]\n}'), undefined);
  });

  it("finds a typo in YAML", () => {
    assert.ok(findSampleProblem("yaml", 'a: "x\nb: 1\n'));
    assert.equal(getValue("yaml", "a: {{ key }}\n---\nb: c: d\n"), ":");
    assert.ok(findSampleProblem("yml", "a: [1, 2\nb: 1\n"));
    assert.ok(findSampleProblem("yaml", "steps:\n  - run: x\n   name: y\n"));
  });

  it("ignores YAML with tags that other programs define", () => {
    for (const text of [
      "Conditions:\n  IsProd: !Equals [!Ref Env, prod]\n  Any: !Or\n    - !Condition A\n    - !Not [!Condition B]\n",
      'Url: !Sub "https://${Bucket}.s3"\nArn: !GetAtt Bucket.Arn\nData: !Base64\n  Fn::Sub: x\n',
      "Script: !Sub |\n  #!/bin/bash\n  !echo hi\n",
      "script:\n  - !reference [.setup, script]\npassword: !secret db\n",
      "a: !<tag:yaml.org,2002:str> 1\nb: { c: !x }\n",
      "!Config\na: 1\n",
    ])
      assert.equal(getValue("yaml", text), undefined, text);
    assert.equal(getValue("yaml", "a: !Ref b\nc: d: e\n"), ":");
  });

  it("accepts YAML with placeholders, several documents, variants, and tabs", () => {
    for (const text of [
      "a: {{ key }}\n",
      "a: <your key>\n",
      "a: 1\n---\na: 2\n",
      "{{ key }}: <your key>\n",
      "a: ${KEY} # {{ x\n",
      "a: 1\n\na: 2\n",
      "a:\n\t- b\n",
      "- a\n- b: 1\n  c: 2\n",
    ])
      assert.equal(getValue("yaml", text), undefined, text);
  });

  it("ignores other languages", () => assert.equal(getValue("jsonc", "{,}"), undefined));
});
