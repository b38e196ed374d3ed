import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { EmptiedPage } from "./emptied-page.ts";

describe("A page that is read while its file is being written", () => {
  const of = (text: string) => ({ path: "a.mdx", text });
  const again = () => assert.fail("its text has come");

  it("is held while it is empty or half there, and shown with its text", () => {
    const page = new EmptiedPage();
    assert.equal(page.isHeld(of("x".repeat(9000)), of(""), again), true);
    assert.equal(page.isHeld(of("x".repeat(9000)), of("x".repeat(4096)), again), true);
    assert.equal(page.isHeld(of("x".repeat(9000)), of("x".repeat(8999)), again), false);
    page.end();
  });

  it("is not held when it is new, or has only become shorter", () => {
    const page = new EmptiedPage();
    assert.equal(page.isHeld(undefined, of(""), again), false);
    assert.equal(page.isHeld(of(""), of(""), again), false);
    assert.equal(page.isHeld({ path: "b.mdx", text: "Words" }, of(""), again), false);
    assert.equal(page.isHeld(of("Some words"), of("Some"), again), false);
  });

  it("is believed to be empty after a while", async () => {
    const page = new EmptiedPage();
    let runs = 0;
    assert.equal(
      page.isHeld(of("Words"), of(""), () => runs++),
      true,
    );
    while (runs === 0) await sleep(10);
    assert.equal(page.isHeld(of("Words"), of(""), again), false);
    page.end();
  });
});
