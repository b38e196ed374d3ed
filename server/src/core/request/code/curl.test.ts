import assert from "node:assert/strict";
import type { BuiltPart } from "../build/build-context.ts";
import { generateCurlCommand } from "./curl.ts";

const writeCurl = (part: BuiltPart): string => {
  const body = { kind: "parts", type: "multipart/form-data", parts: [part] } as const;
  return generateCurlCommand({ method: "POST", url: "http://localhost/x", headers: [], cookies: [], body });
};
const file = { kind: "file", fileRef: "1", filename: "a.png" } as const;
const text = { kind: "value", value: "v" } as const;

/**
 * The names and types of form parts come from a specification, and readers run the command. Therefore, curl must not
 * read any file other than the one to send (curl manual, `--form`: `name=@file`, `,` between files, `headers=@file`).
 */
describe("asCurl with a form", () => {
  for (const part of [
    { ...text, name: "x=@/etc/hostname;y", contentType: "text/plain" },
    { ...file, name: "x=@/etc/hostname;y", contentType: "image/png" },
    { ...file, name: "x=</etc/hostname;y" },
    { ...text, name: "x=@/etc/hostname" },
  ])
    it(`doesn't cause curl to read a file if a ${part.kind} is named ${part.name}`, () => {
      assert.ok(!/^[^=]*=[@<]\/etc/m.test(writeCurl(part).split(" \\\n  ")[1] ?? ""), writeCurl(part));
      assert.ok(writeCurl(part).includes("x%3D"));
    });

  for (const contentType of [
    "image/png,/etc/hostname",
    "image/png;x=y,/etc/hostname",
    "text/plain;headers=@/etc/hostname",
    "text/plain; HEADERS=@/etc/hostname",
    "text/plain;x=y;filename=/etc/hostname",
    'text/plain;x="y,/etc/hostname"',
    "/etc/hostname",
  ])
    for (const part of [text, file])
      it(`doesn't cause curl to read a file if a ${part.kind} has the type ${contentType}`, () => {
        assert.ok(!writeCurl({ ...part, name: "x", contentType }).includes("hostname"));
      });

  it("preserves valid types", () => {
    for (const contentType of ["text/plain", "text/plain; charset=utf-8", 'text/plain; charset="utf-8"'])
      assert.ok(writeCurl({ ...text, name: "x", contentType }).endsWith(`-F 'x="v";type=${contentType}'`));
  });
});
