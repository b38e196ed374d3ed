import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fakeEditor } from "../harness/fake-vscode.ts";
import { getSentences } from "../../server/src/core/request/protocol/relay-protocol.ts";
import { toRelayFailure, RelayError } from "../../server/src/relay/policy/errors.ts";
import { createMessage } from "../../server/src/core/text/message.ts";
import { project, sourceFiles } from "../harness/source-files.ts";
import { createEditorFormatter } from "../../client/src/editor/translate-messages.ts";

/** If the bundle is empty, only the translations in `l10n` are available. */
const bundle = "";
const list = createMessage("Contains {0}.", { list: ["a", "b", 1200], last: "and" });
const counted = createMessage({ one: "{0} file", other: "{0} files" }, 0);

describe("server messages in the editor", () => {
  it("format lists and numbers in English if the display language has no translation", () => {
    assert.ok(fakeEditor);
    assert.equal(createEditorFormatter("ru", bundle).formatMessage(list), "Contains a, b, and 1,200.");
    assert.equal(createEditorFormatter("zh-tw", bundle).formatMessage(counted), "0 files");
  });

  it("format lists and numbers in the display language if there is a translation", () => {
    assert.equal(createEditorFormatter("de", bundle).formatMessage(list), "Contains a, b und 1.200.");
  });

  it("include messages about requests and responses, which webviews show too", () => {
    const { formatMessage } = createEditorFormatter("de", path.join(project, "dist/webview"));
    const failure = toRelayFailure(new RelayError("connect-refused", { origin: "http://localhost:4010" }));
    assert.match(getSentences(failure).map(formatMessage).join(" "), /^Auf localhost:4010 nimmt kein Programm/);
    const remedy = createMessage("Check that this is the API's server.");
    assert.equal(formatMessage(remedy), "Prüfen Sie, ob dies der Server der API ist.");
    assert.equal(formatMessage(createMessage({ one: "{0} second", other: "{0} seconds" }, 1)), "1 Sekunde");
    const english = createEditorFormatter("en-GB", path.join(project, "dist/webview"));
    assert.equal(english.formatMessage(remedy), "Check that this is the API's server.");
  });
});

describe("messages about Git", () => {
  const isSentence = (text: string) => /^(?!\p{Ll}).*([.。]|\{0\})$/su.test(text);

  it("are complete sentences in every language, because some notifications show only this text", () => {
    const messages = sourceFiles()
      .filter(({ path: file }) => /^server\/src\/workspace\/git\/(?!.*\.test\.ts$)/.test(file))
      .flatMap(({ text }) => [...text.matchAll(/createMessage\(\s*("[^"]*")/g)])
      .map(([, literal = ""]) => JSON.parse(literal) as string);
    assert.ok(messages.length > 10);
    assert.deepEqual(messages.filter((message) => !isSentence(message)), []); // prettier-ignore
    for (const folder of ["l10n", "server/translations"])
      for (const name of readdirSync(path.join(project, folder)).filter((each) => each.endsWith(".json"))) {
        const table = JSON.parse(readFileSync(path.join(project, folder, name), "utf8")) as Record<string, string>; // prettier-ignore
        const own = messages.flatMap((message) => table[message] ?? []);
        assert.deepEqual(own.filter((message) => !isSentence(message)), [], name); // prettier-ignore
      }
  });
});
