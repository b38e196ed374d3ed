import { Transform } from "node:stream";

/** What a server sends back of a secret is as secret as the secret; shorter values are too likely to be something else. */
const shortest = 8;
const binary =
  /^\s*(image|audio|video|font)\/|^\s*application\/(octet-stream|pdf|zip|gzip|wasm|protobuf|x-tar)\b/i;

/**
 * Replaces forms of secrets in the bytes of a text as it passes. A piece is held back only as far as it may be the beginning
 * of one. Undefined where the answer is no text, or there is nothing to look for.
 */
export function bodyRedactor(
  forms: ReadonlyMap<string, string>,
  contentType: string | undefined,
): Transform | undefined {
  if (binary.test(contentType ?? "")) return undefined;
  const wanted = [...forms]
    .map(([form, mark]) => [Buffer.from(form).toString("latin1"), mark] as const)
    .filter(([form]) => form.length >= shortest)
    .toSorted(([a], [b]) => b.length - a.length);
  if (wanted.length === 0) return undefined;
  let held = "";
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = wanted.reduce(
        (rest, [form, mark]) => rest.replaceAll(form, () => mark),
        held + chunk.toString("latin1"),
      );
      const end = text.length - openEnd(text, wanted);
      held = text.slice(end);
      done(null, end === 0 ? undefined : Buffer.from(text.slice(0, end), "latin1"));
    },
    flush: (done) => done(null, held === "" ? undefined : Buffer.from(held, "latin1")),
  });
}

/** How many characters at the end may be the beginning of a form. */
function openEnd(text: string, wanted: readonly (readonly [form: string, mark: string])[]): number {
  return Math.max(
    ...wanted.map(([form]) => {
      for (let length = Math.min(form.length - 1, text.length); length > 0; length--)
        if (text.at(-length) === form[0] && form.startsWith(text.slice(-length))) return length;
      return 0;
    }),
  );
}
