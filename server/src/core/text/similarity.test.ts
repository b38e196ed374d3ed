import assert from "node:assert/strict";
import { equal } from "node:assert/strict";
import {
  getCommonSuffixLength,
  getCommonPrefixLength,
  findNearestName,
  haveDifferentNumbers,
  areRelatedNames,
} from "./similarity.ts";

describe("common parts of two strings", () => {
  const cases = [
    { one: "", other: "", start: 0, end: 0 },
    { one: "", other: "abc", start: 0, end: 0 },
    { one: "abc", other: "abc", start: 3, end: 3 },
    { one: "abc", other: "abXc", start: 2, end: 1 },
    { one: "aaaa", other: "aaaaaa", start: 4, end: 4 },
    { one: "xbc", other: "ybc", start: 0, end: 2 },
    { one: "a\ud83d\ude00", other: "a\ud83d\ude01", start: 2, end: 0 },
  ];
  for (const { one, other, start, end } of cases)
    it(`are found in ${JSON.stringify(one)} and ${JSON.stringify(other)}`, () => {
      equal(getCommonPrefixLength(one, other), start);
      equal(getCommonPrefixLength(other, one), start);
      equal(getCommonSuffixLength(one, other, Math.min(one.length, other.length)), end);
    });

  it("don't exceed the requested length at the end of the strings", () =>
    equal(getCommonSuffixLength("aaaa", "aaaa", 3), 3));

  it("are found at any position in a long string", () => {
    const text = "0123456789".repeat(10_000);
    for (const at of [0, 1, 4_095, 50_000, 99_998, 99_999]) {
      const changed = `${text.slice(0, at)}x${text.slice(at + 1)}`;
      equal(getCommonPrefixLength(text, changed), at);
      equal(getCommonSuffixLength(text, changed, text.length), text.length - at - 1);
    }
  });
});

describe("closest", () => {
  const cases: readonly [string, string[], string | undefined][] = [
    ["navbr", ["navbar", "navigation"], "navbar"],
    ["pt-br", ["pt", "pt-BR"], "pt-BR"],
    ["zh-hant", ["zh-Hans", "zh-Hant"], "zh-Hant"],
    ["opneapi", ["openapi", "asyncapi"], "openapi"],
    ["sidebar_title", ["sidebarTitle"], "sidebarTitle"],
    ["guides/strat", ["guides/start", "guides/state"], "guides/start"],
    ["x", ["ar", "de"], undefined],
    ["author", ["api", "openapi"], undefined],
    ["", ["a"], undefined],
    ["create-user", ["delete-user"], undefined],
    ["member_created", ["order_created"], undefined],
    ["release-3-0.png", ["release-2-7.png"], undefined],
    ["v1", ["v2"], undefined],
    ["windows-sdk-v640-released", ["windows-sdk-v610-released"], undefined],
    ["oauth", ["oauth2"], "oauth2"],
    ["get-item-price", ["get-item-prices", "get-an-item-price"], "get-an-item-price"],
    ["get-item-price", ["get-an-item-price", "get-item-prices"], "get-an-item-price"],
    ["get-item-prise", ["get-an-item-price", "get-item-price"], "get-item-price"],
    ["custom-fields", ["customers"], undefined],
    ["metavariables", ["metavariable-name"], undefined],
    ["comment-audio", ["comment-alt-edit"], undefined],
    ["debug-info", ["getdebuginfo"], undefined],
    ["getrecordingdata", ["getrecordings"], undefined],
    ["resolvecommentannotationevent", ["resolvecommentannotationrequest"], undefined],
    ["enableentertosubmit", ["enableenterkeytosubmit"], "enableenterkeytosubmit"],
    ["setinactivitytime", ["inactivitytime"], "inactivitytime"],
    ["add-credentials", ["credentials"], "credentials"],
    ["data-bases", ["databasis"], "databasis"],
    ["set-up-applicaation", ["set-up-application"], "set-up-application"],
  ];
  for (const [name, candidates, expected] of cases)
    it(`finds ${expected ?? "nothing"} for ${name || "(empty)"}`, () =>
      assert.equal(findNearestName(name, candidates), expected));
});

describe("haveOtherNumbers", () => {
  const cases: readonly [string, string, boolean][] = [
    ["v1/start", "v2/start", true],
    ["4.5.0/start", "4.7.x/start", true],
    ["4.5.0/start", "4.0/start", true],
    ["v1/start", "start", false],
    ["start", "v1/start", false],
    ["notes/v3.4.8", "notes/v3.x.x/v3.4.8", false],
    ["v1/step-2", "v1/step-12", true],
  ];
  for (const [one, other, expected] of cases)
    it(`is ${expected} for ${one} and ${other}`, () => equal(haveDifferentNumbers(one, other), expected));
});

describe("isRelatedName", () => {
  it("compares endings and the names of first pages", () => {
    for (const [one, other] of [
      ["deployment", "deploy"],
      ["Config", "configuration"],
      ["webhook", "webhooks"],
      ["intro", "overview"],
    ] as const)
      assert.ok(areRelatedNames(one, other), one);
    for (const [one, other] of [
      ["user", "username"],
      ["payment", "payment-methods"],
      ["api", "apis"],
      ["intro", "deploy"],
    ] as const)
      assert.ok(!areRelatedNames(one, other), one);
  });
});
