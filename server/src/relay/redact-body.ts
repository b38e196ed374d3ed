import { Transform } from "node:stream";
import { FormTable } from "./form-finder.ts";
import { Redaction } from "./redact.ts";

/** In bytes. In a body, shorter values are too likely to be something else. */
const minLength = 8;

/**
 * Replaces spellings of secrets in a body as it passes, whatever its type. A piece is held back only as far as it may be
 * the beginning of one. Returns undefined if there is nothing to search for.
 */
export function bodyRedactor(forms: ReadonlyMap<string, string>): Transform | undefined {
  const table = new FormTable(new Map([...forms].filter(([form]) => form.length >= minLength)));
  if (table.isEmpty) return undefined;
  const redaction = new Redaction(table);
  const passed = (text: string) => (text === "" ? undefined : Buffer.from(text, "latin1"));
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      done(null, passed(redaction.push(chunk.toString("latin1")))),
    flush: (done) => done(null, passed(redaction.end())),
  });
}
