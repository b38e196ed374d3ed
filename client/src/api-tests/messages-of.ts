import * as vscode from "vscode";
import type { JudgedApiTest } from "../../../server/src/protocol/api-tests.ts";
import { terminalText } from "./terminal-text.ts";
import { toRange } from "../to-range.ts";

/**
 * What is wrong with an answer, each where the specification says otherwise, else where the example stands. The editor shows it
 * in a terminal, so nothing that a server has answered is taken for an order to it.
 */
export function messagesOf(
  { failures }: Extract<JudgedApiTest, { kind: "failed" }>,
  item: vscode.TestItem,
): vscode.TestMessage[] {
  return failures.map(({ pointer, text, remedy, uri, range }) => {
    const subject = pointer === undefined || pointer === "" ? "" : `${pointer} `;
    const message = new vscode.TestMessage(`${terminalText(subject + text)}\n${terminalText(remedy)}`);
    if (uri !== undefined && range)
      message.location = new vscode.Location(vscode.Uri.parse(uri), toRange(range));
    else if (item.uri && item.range) message.location = new vscode.Location(item.uri, item.range);
    return message;
  });
}
