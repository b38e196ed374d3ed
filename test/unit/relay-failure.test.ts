import assert from "node:assert/strict";
import { createMessage, type LocalizedMessage } from "../../server/src/core/text/message.ts";
import { toRelayFailure, RelayError } from "../../server/src/relay/policy/errors.ts";
import type { RelayFailure } from "../../server/src/core/request/protocol/relay-protocol.ts";
import { createTranslator, type PageLanguage } from "../../webview/src/language/translate.ts";
import { readRelayFailure } from "../../webview/src/playground/relay/http-relay.ts";
import { translateFailure } from "../../webview/src/playground/relay/message-relay.ts";
import { textsOf } from "../harness/page-messages.ts";

const german: Pick<PageLanguage, "locale" | "texts"> = { locale: "de", texts: textsOf("de") };

/** Returns the failure that the page reads from a response. */
const received = (failure: unknown, code = "failed"): Promise<RelayFailure> =>
  readRelayFailure(
    new Response(JSON.stringify({ error: failure }), { status: 502, headers: { "X-Relay-Error": code } }),
  );

describe("readRelayFailure", () => {
  it("reads an entire failure, including the sentences to translate", async () => {
    const consent = {
      origin: "https://api.example.com",
      declaredBy: "openapi.yaml",
      addresses: ["203.0.113.7"],
      secrets: ["token"],
      isLocal: false,
    };
    for (const facts of [
      { origin: "http://localhost:4010", cause: "ECONNREFUSED" },
      { origin: "https://api.example.com", consent, continues: "a1" },
      { origin: "https://api.example.com", fingerprint: "AB:CD" },
      { reason: createMessage("{0} is {1}", "10.0.0.1", { list: ["a", createMessage("b")], last: "or" }) },
    ]) {
      const failure = toRelayFailure(new RelayError("refused-address", facts));
      assert.deepEqual(await received(failure, failure.code), failure);
    }
  });

  it("reads sentences that are shown in the page's language", async () => {
    const sent = toRelayFailure(new RelayError("lookup-timeout", { origin: "https://a.example", limit: 1000 }));
    const failure = await received(sent, sent.code);
    assert.equal(translateFailure(failure, createTranslator(german).translateMessage).message,
      "Bei der Suche nach dem Host a.example wurde das Zeitlimit von 1 Sekunde überschritten."); // prettier-ignore
  });

  it("reports a failure without details if they aren't valid or exceed a limit", async () => {
    const valid = toRelayFailure(new RelayError("connect-refused", { origin: "http://localhost:4010" }));
    let deep: LocalizedMessage = createMessage("{0}", 1);
    for (let i = 0; i < 40; i++) deep = createMessage("{0}", deep);
    for (const wrong of [
      undefined,
      "text",
      { ...valid, message: 1 },
      { ...valid, localized: { message: "text", hint: { text: "" } } },
      {
        ...valid,
        localized: { message: [{ text: "{0}", values: [{ list: [null], last: "or" }] }], hint: deep },
      },
      { ...valid, localized: { message: [deep], hint: createMessage("a") } },
      { ...valid, localized: { message: [createMessage("a".repeat(20_000))], hint: createMessage("a") } },
      { ...valid, localized: { message: Array.from({ length: 100 }, () => deep), hint: createMessage("a") } },
    ]) {
      const failure = await received(wrong, "connect-refused");
      assert.equal(failure.code, "connect-refused");
      assert.match(failure.message, /didn’t send this request/);
      assert.equal(failure.localized, undefined);
    }
    assert.equal((await received(valid, "no-such-code")).code, "failed");
  });
});
