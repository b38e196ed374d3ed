import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { passedLength } from "./deliver-body.ts";

const limits = { kept: 1000, passed: 5000 };
const plain = { stream: new Readable(), wireBytes: undefined };

describe("the length that is passed on with a body", () => {
  const cases: readonly [
    what: string,
    given: { length?: string; status?: number; method?: string; inline?: number; changed?: true },
    expected: number | undefined,
  ][] = [
    ["is that of the server", { length: "12" }, 12],
    ["of nothing is none", { length: "0" }, 0],
    ["is not known where the server does not say it", {}, undefined],
    [
      "is not known of a body that is unpacked or redacted on its way",
      { length: "12", changed: true },
      undefined,
    ],
    ["of HEAD is that of another answer", { length: "12", method: "HEAD" }, undefined],
    ["of head is, too", { length: "12", method: "head" }, undefined],
    ["of 304 is that of another answer", { length: "12", status: 304 }, undefined],
    ["of 204 says nothing", { length: "12", status: 204 }, undefined],
    ["is not that of a body that is cut", { length: "5001" }, undefined],
    ["is that of a body that is not", { length: "5000" }, 5000],
    ["is not that of a body of which the beginning is passed on", { length: "12", inline: 11 }, undefined],
    ["is that of a body that is passed on whole", { length: "12", inline: 12 }, 12],
    ["is not that of a body that is cut where it is kept", { length: "1001", inline: 4000 }, undefined],
    ["that is no number is none", { length: "12, 12" }, undefined],
    ["that no number holds is none", { length: "9".repeat(30) }, undefined],
  ];
  for (const [what, { length, status = 200, method = "GET", inline, changed }, expected] of cases)
    it(what, () => {
      const body = changed ? { ...plain, wireBytes: () => 0 } : plain;
      const headers = length === undefined ? {} : { "content-length": length };
      const answer = { statusCode: status, headers };
      assert.equal(passedLength({ body, inlineBytes: inline, limits }, answer, method), expected);
    });
});
