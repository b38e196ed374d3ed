import assert from "node:assert/strict";
import { Script } from "node:vm";
import { findFaults, injectFaults } from "../../tools/mutants/find-faults.ts";

describe("findFaults", () => {
  it("changes operators, negations, conditions, booleans, and statements in functions", () => {
    const changes = (body: string): string[] =>
      findFaults(`function f(a, b) { ${body} }`).map(({ replacement }) => replacement);
    assert.deepEqual(changes("return a < b;"), ["(a) <= (b)"]);
    assert.deepEqual(changes("return a && b;"), ["(a) || (b)"]);
    assert.deepEqual(changes("return !a;"), ["a"]);
    assert.deepEqual(changes("return a ? 1 : 2;"), ["a ? 2 : 1"]);
    assert.deepEqual(changes("return true;"), ["false"]);
    assert.deepEqual(changes("a(b);"), ["undefined"]);
    assert.deepEqual(changes("return a + 1;"), ["(a) - (1)"]);
    assert.deepEqual(changes('return a + "b";'), []);
  });

  it("leaves out code outside functions", () => {
    assert.deepEqual(findFaults("const a = 1 < 2; const f = () => 1;"), []);
  });
});

describe("injectFaults", () => {
  const text = "function f(a, b) { calls.push(a); return a < b; }";
  const faults = findFaults(text).map((fault, id) => ({ ...fault, id }));
  const run = (active: number): { readonly result: unknown; readonly calls: readonly unknown[] } => {
    const calls: unknown[] = [];
    const script = new Script(`${injectFaults(text, faults)}; f(1, 1);`);
    const result: unknown = script.runInNewContext({ calls, docwrightFault: (id: number) => id === active });
    return { result, calls };
  };

  it("changes nothing while no fault is active", () => {
    assert.deepEqual(run(-1), { result: false, calls: [1] });
  });

  it("changes only the active fault's code", () => {
    assert.deepEqual(run(0), { result: false, calls: [] });
    assert.deepEqual(run(1), { result: true, calls: [1] });
  });
});
