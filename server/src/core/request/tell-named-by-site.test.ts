import assert from "node:assert/strict";
import { formOfOperation } from "../../../../test/harness/form-of-operation.ts";
import { buildRequest } from "./build-request.ts";
import { initialValues } from "./initial-values.ts";

interface TellCase {
  /** Address of the site's server. */
  readonly server?: string;
  /** What a required parameter begins with, and what is in it when the request is made. */
  readonly initial?: string;
  readonly filled?: string;
  /** Of the environment. */
  readonly baseUrl?: string;
  readonly typed?: string;
  readonly told: boolean;
}

/** An environment's variables are bound to no origin: a site that names one would have it sent to its own server. */
const tellCases: Readonly<Record<string, TellCase>> = {
  "what a field begins with": { initial: "a {{KEY}}", told: true },
  "the address of a server": { server: "https://a.example/{{KEY}}", told: true },
  "a field in which the person has left it": { initial: "{{KEY}}", filled: "x{{KEY}}", told: true },
  "a field that the person has emptied": { initial: "{{KEY}}", filled: "", told: false },
  "a variable that the person has chosen": { filled: "{{KEY}}", told: false },
  "a variable that there is not": { initial: "{{OTHER}}", told: false },
  "a request to the environment's own address": { initial: "{{KEY}}", baseUrl: "https://b.example", told: false },
  "a request to an address that the person has typed": { initial: "{{KEY}}", typed: "https://b.example", told: false },
}; // prettier-ignore

describe("variables that a site names itself are told of before they are sent", () => {
  for (const [what, { server = "https://a.example", initial, filled, baseUrl, typed, told }] of Object.entries(tellCases))
    it(`${what}: ${told ? "told" : "not told"}`, () => {
      const schema = initial === undefined ? {} : { default: initial };
      const parameters = [{ name: "q", in: "query", required: true, schema }];
      const form = formOfOperation({ servers: [{ url: server }], parameters });
      const begun = initialValues(form);
      const values = {
        ...begun,
        ...(filled !== undefined && { parameters: { "query q": { sent: true, value: filled } } }),
        ...(typed !== undefined && { server: { at: -1, variables: {}, own: typed } }),
      };
      const { problems } = buildRequest(form, values, { baseUrl, variables: { KEY: "value" } });
      const found = problems.filter(({ text }) => text.startsWith("This site itself names `{{KEY}}`"));
      assert.equal(found.length, told ? 1 : 0);
      for (const { place, stops, text } of found) {
        assert.deepEqual([place, stops], ["server", false]);
        assert.match(text, /goes to `https:\/\/a\.example`/);
      }
    });
}); // prettier-ignore
