import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { createBodyRedactor, createRedactor } from "../../server/src/relay/secrets/redaction.ts";
import { listSecretForms } from "../../server/src/relay/secrets/secret-spellings.ts";
import { attack } from "../harness/attack.ts";
import { assertGrowsWithLength } from "../harness/grows-with-length.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";

const mark = "{{secret:token}}";
const attacks = { numRuns: chooseByMode(1000, 50_000), seed: seedOf(20) };

/** The ways in which servers write a single character in JSON, scripts, HTML, and URLs. */
const characterSpellings: readonly ((character: string) => string)[] = [
  (character) => JSON.stringify(character).slice(1, -1),
  (character) => JSON.stringify(character).slice(1, -1).replace("/", "\\/"),
  (character) => unitsOf(character).map((unit) => `\\u${unit}`).join(""),
  (character) => unitsOf(character).map((unit) => `\\u${unit.toUpperCase()}`).join(""),
  (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`,
  (character) => character.replace(/[&<>'"]/, (each) => `&${htmlNames[each] ?? ""};`),
  (character) => `&#${character.codePointAt(0) ?? 0};`,
  (character) => `&#x${character.codePointAt(0)?.toString(16) ?? ""};`,
  (character) => `&#X000${character.codePointAt(0)?.toString(16).toUpperCase() ?? ""};`,
  (character) => encodeURIComponent(character),
  (character) => encodeURIComponent(character).replace(/%../g, (escape) => escape.toLowerCase()),
  (character) => [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
]; // prettier-ignore
const htmlNames: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};

function unitsOf(character: string): string[] {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at).toString(16).padStart(4, "0"));
}

/** Escapes a character. A character that starts an escape can't appear unescaped between other escapes. */
function escaped(character: string, spell: ((character: string) => string) | undefined): string {
  const spelled = spell?.(character) ?? "";
  return spelled === character && /[\\%&]/.test(character) ? `\\u00${character.charCodeAt(0).toString(16)}` : spelled;
}

function inEachCharacter(spell: (character: string) => string): (text: string) => string {
  return (text) => Array.from(text).map(spell).join("");
}

const spellings = [(text: string) => text, ...characterSpellings.map(inEachCharacter)];
/**
 * Escapes are also nested, for example, in JSON within JSON or within a URL. The outer escape also escapes the `%` and
 * `&` of the inner one.
 */
const spelling = fc.tuple(fc.constantFrom(...spellings), fc.constantFrom(...spellings)).map(
  ([inside, outside]) =>
    (text: string) =>
      outside(inside(text)),
);

/**
 * A secret of at least eight bytes that contains all characters that are escaped in some format. It isn't part of the
 * surrounding text.
 */
const secret = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...Array.from("abcXYZ0189")) },
      { weight: 2, arbitrary: fc.constantFrom(...Array.from(" !\"#$&'()*+,-./:;<=>?@[\\]^_`{|}~")) },
      { weight: 1, arbitrary: fc.constantFrom("ä", "ß", "é", "€", "語", "😀") },
    ),
    { minLength: 8, maxLength: 40 },
  )
  .map((characters) => `k${characters.join("")}z`);
const context = fc.stringMatching(/^[ghij,:; \n<>{}"'=]{0,12}$/);
const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 });

describe("secret returned by a server", function () {
  this.timeout(chooseByMode(60_000, 3_600_000));
  it("is redacted in any encoding of its characters, regardless of where the body is split", () =>
    fc.assert(
      fc.asyncProperty(secret, spelling, context, context, cuts, (value, spell, before, after, at) => {
        const body = Buffer.from(before + spell(value) + after);
        return attack("redaction", inputOf("body", body, at), async () =>
          assert.equal((await redacted(value, body, at)).toString(), before + mark + after),
        );
      }),
      attacks,
    ));

  it("is redacted if each character is encoded differently", () =>
    fc.assert(
      fc.asyncProperty(
        secret.chain((value) =>
          fc.record({
            value: fc.constant(value),
            spelled: fc
              .array(fc.constantFrom(...characterSpellings), {
                minLength: Array.from(value).length,
                maxLength: Array.from(value).length,
              })
              .map((spell) =>
                Array.from(value)
                  .map((character, at) => escaped(character, spell[at]))
                  .join(""),
              ),
          }),
        ),
        cuts,
        ({ value, spelled }, at) => {
          const body = Buffer.from(`<${spelled}>`);
          return attack("redaction", inputOf("body", body, at), async () =>
            assert.equal((await redacted(value, body, at)).toString(), `<${mark}>`),
          );
        },
      ),
      attacks,
    ));

  it("is redacted in base64, hexadecimal, or UTF-16, alone or within longer text", () =>
    fc.assert(
      fc.asyncProperty(
        secret,
        fc.constantFrom<BufferEncoding>("base64", "base64url", "hex", "utf16le"),
        fc.stringMatching(/^[g-j]{0,7}$/),
        fc.stringMatching(/^[g-j]{0,7}$/),
        fc.boolean(),
        cuts,
        async (value, encoding, before, after, isEscaped, at) => {
          const inside = isEscaped ? JSON.stringify(value).slice(1, -1) : value;
          const full = Buffer.from(before + inside + after);
          const text = encoding === "utf16le" ? Buffer.from(before + inside + after, "utf16le") : Buffer.from(full.toString(encoding)); // prettier-ignore
          if (encoding === "hex" && isEscaped && inside !== value) return;
          if (encoding === "utf16le" && inside !== value) return;
          await attack("redaction", inputOf("body", text, at), async () => {
            const result = await redacted(value, text, at);
            assert.ok(result.includes(mark), result.toString());
            const rest = result.toString("latin1").replace(mark, "");
            // Leaves out only characters whose encoding also depends on the text next to the secret.
            const outside = Buffer.from(encoding === "utf16le" ? Buffer.from(before + after, "utf16le") : Buffer.from(before + after).toString(encoding)); // prettier-ignore
            assert.ok(rest.length <= outside.length + 4, `${rest} of ${text.toString("latin1")}`);
          });
        },
      ),
      attacks,
    ));

  it("is redacted if its end looks like the start of an escape sequence", () => {
    for (const end of ["\\", "%", "%4", "&", "&lt", "&#4"]) {
      const value = `canary/<99>${end}`;
      const redact = createRedactor(new Map([["token", value]]));
      for (const spell of spellings)
        for (const after of ['"', "n", "1", ";", " "])
          attack("redaction", inputOf("text", spell(value) + after), () =>
            assert.ok(redact(spell(value) + after).startsWith(mark), `${spell(value)}${after}`),
          );
    }
  });

  it("isn't confused with similar text", () =>
    fc.assert(
      fc.asyncProperty(secret, spelling, fc.nat(), cuts, async (value, spell, place, at) => {
        const characters = Array.from(value);
        characters[place % characters.length] = "Q";
        const body = Buffer.from(`{"a":"${spell(characters.join(""))}","b":"${spell(value.slice(1))}"}`);
        assert.deepEqual(await redacted(value, body, at), body);
      }),
      attacks,
    ));

  it("is redacted in a header, a URL, and a message", () =>
    fc.assert(
      fc.property(secret, spelling, context, context, (value, spell, before, after) => {
        const redact = createRedactor(new Map([["token", value]]));
        const text = before + spell(value) + after;
        attack("redaction", inputOf("text", text), () => assert.equal(redact(text), before + mark + after));
      }),
      attacks,
    ));

  for (const [what, value, repeated] of [
    ["repeats the secret's beginning", `${"a".repeat(4000)}b`, "a"],
    ["repeats the secret's beginning in escaped form", `${"a".repeat(4000)}b`, "\\u0061"],
    ["repeatedly starts an escape sequence", "canary-canary", "\\\\u00&%"],
    ["repeats part of the secret", "ab".repeat(2000), "abababababababababa_"],
  ] as const)
    it(`is searched for in linear time in a body that ${what}`, () =>
      assertGrowsWithLength({
        work: (n) => {
          const redact = createRedactor(new Map([["token", value]]));
          const text = repeated.repeat(n);
          return () => void redact(text);
        },
        from: 40_000,
        tries: 3,
        most: 20,
        enough: 30,
      }));
});

/**
 * Returns the properties that distinguish attacks: the position of the text, its bytes, and the positions at which it's
 * cut.
 */
function inputOf(place: "body" | "text", content: Buffer | string, cutAt: readonly number[] = []): string {
  return JSON.stringify([place, Buffer.from(content).toString("latin1"), cutAt]);
}

async function redacted(value: string, body: Buffer, cutAt: readonly number[]): Promise<Buffer> {
  const at = [0, ...cutAt.filter((cut) => cut < body.length).toSorted((a, b) => a - b), body.length];
  const pieces = at.slice(1).map((end, index) => body.subarray(at[index], end));
  const transform = createBodyRedactor(listSecretForms(new Map([["token", value]])));
  assert.ok(transform);
  return buffer(Readable.from(pieces.filter((piece) => piece.length > 0)).pipe(transform));
}
