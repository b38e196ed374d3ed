import assert from "node:assert/strict";
import { eventually } from "../../harness/eventually.ts";
import { inChromium } from "../open-page.ts";
import { restInPage } from "../rest-in-page.ts";
import { corpus } from "./corpus.ts";
import { addPayload } from "./payload.ts";
import { type PayloadView, combineViews, viewOf } from "./payload-views.ts";
import { findRequesters, openStage, waitUntil, type Guards, type Outcome, type Stage } from "./stage.ts";

const batch = 60;

/** Whether the payload is shown alone, because it requires its own page or frame. */
const isAlone = ({ payload }: PayloadView): boolean =>
  payload.config !== undefined || payload.spec !== undefined || payload.name.startsWith("frontmatter/");

/**
 * Whether the payload has its own markup that can be tested without the renderer. Component payloads reuse the markup
 * of other payloads.
 */
const isRawOwn = ({ payload }: PayloadView): boolean =>
  htmlOf(payload, 0) !== "" && !payload.name.startsWith("components/");

/** Payloads that no policy can block, so that the painter must block them. */
const beyondPolicies = ["loads/meta refresh"];

describe("hostile content", function () {
  this.timeout(600_000);
  const openPage = inChromium();
  const ranInRenderer: number[] = [];
  let views: readonly PayloadView[] = [];

  before(async () => {
    const world = globalThis as { pwned?: (number: number) => void };
    world.pwned = (number) => ranInRenderer.push(number);
    const made: PayloadView[] = [];
    for (const [number, payload] of corpus.entries()) made.push(await viewOf(payload, number));
    views = made;
    delete world.pwned;
  });

  const named = (numbers: readonly number[]): string[] =>
    numbers.map((number) => corpus[number]?.name ?? `number ${number}`);

  /** Shows all payloads, with many on each page. */
  async function showAll(stage: Stage, isRaw: boolean): Promise<Outcome> {
    const many = views.filter((view) => !isAlone(view) && (!isRaw || isRawOwn(view)));
    for (let at = 0; at < many.length; at += batch) {
      const some = many.slice(at, at + batch);
      const [first] = some;
      if (!first) continue;
      await stage.show(isRaw ? combineViews(some, rawBlock) : combineViews(some), first.frame);
      await stage.exercise();
    }
    if (!isRaw)
      for (const view of views.filter(isAlone)) {
        await stage.show(view.page, view.frame);
        await stage.exercise();
      }
    await isAlive(stage);
    await restInPage(stage.page, 300);
    return stage.outcome();
  }

  it("has at least 300 cases with unique names", () => {
    assert.ok(corpus.length >= 300, `${corpus.length}`);
    assert.equal(new Set(corpus.map(({ name }) => name)).size, corpus.length);
  });

  it("can't run scripts during rendering or reach a prototype or a file outside the site", () => {
    assert.deepEqual(named(ranInRenderer), []);
    assert.deepEqual(Object.keys(Object.prototype), []);
    assert.equal(({} as { polluted?: number }).polluted, undefined);
    const outside = views
      .flatMap(({ requested: expected }) => expected)
      .filter((file) => /^\/|(?:^|\/)\.\.(?:\/|$)|\\|\0/.test(file));
    assert.deepEqual(outside, []);
  });

  it("would run scripts and send requests without protection (control)", async () => {
    const guards: Guards = { policy: "none", painter: "permissive" };
    const stage = await openStage(openPage, guards);
    await showAll(stage, true);
    const tried = views.filter((view) => !isAlone(view) && isRawOwn(view)).map(({ number }) => number);
    // This process is notified of events in the page with a delay.
    await eventually(async () => {
      const outcome = await stage.outcome();
      const live = new Set([...outcome.ran, ...findRequesters(outcome)]);
      const dead = tried.filter((number) => !live.has(number));
      const reported = `${tried.length - dead.length} of ${tried.length} payloads do harm; not: ${named(dead).join(", ")}`;
      // The other payloads use schemes and elements that browsers no longer support, or they require user interaction.
      assert.ok(tried.length - dead.length >= 500, reported);
    });
  });

  for (const policy of ["editor", "browser"] as const)
    it(`can't run scripts or send requests even if only the ${policy}'s policy applies`, async () => {
      const stage = await openStage(openPage, { policy, painter: "permissive" });
      await showAll(stage, true);
      await eventually(async () => assert.deepEqual(named(findRequesters(await stage.outcome())), beyondPolicies));
      const outcome = await stage.outcome();
      assert.deepEqual(named(outcome.ran), []);
      // A frame that isn't allowed to load anything still exists, but it's empty.
      assert.deepEqual(
        outcome.events.filter((each) => each !== "frame" && each !== "frame f"),
        [],
      );
    });

  it("can't run scripts or send requests even if only the painter's filtering applies", async () => {
    const stage = await openStage(openPage, { policy: "none", painter: "real" });
    const outcome = await showAll(stage, false);
    assert.deepEqual(named(outcome.ran), []);
    assert.deepEqual(named(findRequesters(outcome)), []);
    assert.deepEqual(outcome.events, []);
    // The host opens links that are clicked, so none of them may run code.
    const followed = outcome.posted.flatMap(({ kind, url }) => (url === undefined ? [] : [`${kind} ${url}`]));
    assert.ok(followed.length > 50, `${followed.length} links followed`);
    assert.deepEqual(
      followed.filter(
        (each) => !/^(?:openExternal (?:(?:https?|mailto|tel|sms):|\/\/)|navigate (?![\s\0-\x20]*[a-z]+:))/i.test(each),
      ),
      [],
    );
  });
});

function rawBlock({ number, payload }: PayloadView): PayloadView["page"]["blocks"] {
  const html = htmlOf(payload, number);
  return html === "" ? [] : [{ id: `raw-${number}`, lines: [0, 0], nodes: [{ tag: "#raw", props: { html } }] }];
}

function htmlOf({ html, page = "" }: PayloadView["payload"], number: number): string {
  return addPayload(html ?? page, number);
}

/** Checks that the page still paints content. */
async function isAlive(stage: Stage): Promise<void> {
  const words = `Still alive ${Math.random()}`;
  const plain = await viewOf({ name: "plain", page: words }, 0);
  await stage.show(plain.page, plain.frame);
  await waitUntil(stage.page, `document.querySelector(".dw-prose").innerText.includes(${JSON.stringify(words)})`);
}
