import assert from "node:assert/strict";
import { addAttacks, listAttackProblems, formatAttackTable } from "../../tools/attack-table.ts";
import { attack, AttackCounter, attackKinds, type AttackCounts } from "../harness/attack.ts";

/** Returns counts in which each kind of attack has the same number of attempts and successes. */
const ofEach = (attempts: number, successes = 0): AttackCounts =>
  Object.fromEntries(attackKinds.map((kind) => [kind, { attempts, successes }]));

describe("attack table", () => {
  it("counts repeated attacks as one, which is successful if any attempt succeeded", () => {
    const counter = new AttackCounter();
    counter.count("CSV", "=1", false);
    counter.count("CSV", "=1", true);
    counter.count("CSV", "=1", false);
    counter.count("CI logs", "=1", false);
    assert.deepEqual(counter.take(), {
      CSV: { attempts: 1, successes: 1 },
      "CI logs": { attempts: 1, successes: 0 },
    });
    assert.deepEqual(counter.take(), {});
  });

  it("returns the attempted function's result or throws its error", async () => {
    const counter = new AttackCounter();
    const run = <Result>(input: string, attempt: () => Result) => attack("CSV", input, attempt, counter);
    assert.equal(
      run("a", () => 1),
      1,
    );
    assert.equal(await run("b", async () => 2), 2);
    assert.throws(
      () =>
        run("c", () => {
          throw new Error("found");
        }),
      /found/,
    );
    await assert.rejects(
      run("d", () => Promise.reject(new Error("found late"))),
      /found late/,
    );
    assert.deepEqual(counter.take(), { CSV: { attempts: 4, successes: 2 } });
  });

  it("totals attacks by kind across all files", () => {
    const [one, two] = [{ attempts: 3, successes: 0 }, { attempts: 4, successes: 1 }]; // prettier-ignore
    assert.deepEqual(addAttacks([{ CSV: one }, {}, { CSV: two, redaction: one }]), {
      CSV: { attempts: 7, successes: 1 },
      redaction: one,
    });
  });

  it("prints the total in the last row", () => {
    const lines = formatAttackTable(ofEach(200, 1)).split("\n");
    assert.equal(lines.length, attackKinds.length + 2);
    assert.match(lines.at(-1) ?? "", /^sum +1200 +6$/);
  });

  it("requires at least 1,000 attempts of every kind and no successful one", () => {
    assert.deepEqual(listAttackProblems(ofEach(167)), []);
    assert.deepEqual(listAttackProblems({ ...ofEach(200), CSV: { attempts: 200, successes: 1 } }), [
      "Attacks that succeeded: 1.",
    ]);
    assert.deepEqual(listAttackProblems(ofEach(166)), ["Fewer than 1000 attacks were tried."]);
    const { CSV: _, ...withoutCsv } = ofEach(300);
    assert.deepEqual(listAttackProblems(withoutCsv), ["Fewer than 100 attacks were tried: CSV."]);
  });
});
