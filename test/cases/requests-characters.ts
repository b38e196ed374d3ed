import type { RequestCase } from "./request-case.ts";

/**
 * Each ASCII character that isn't a letter or digit, and some others, in each position that allows them: RFC 3986
 * (`unreserved`, and the characters that each part of a URL allows) and the “application/x-www-form-urlencoded
 * percent-encode set” of the URL standard.
 */
interface Character {
  readonly text: string;
  /** The character in a URL, where all characters except those in RFC 3986, section 2.3 are encoded. */
  readonly value: string;
  /** The character in a form (URL standard, section 5.2). */
  readonly form: string;
  /** The character in a query with `allowReserved` (OpenAPI 3.2, Appendix C). */
  readonly reserved: string;
}

const characters: readonly Character[] = [
  { text: " ", value: "%20", form: "+", reserved: "%20" },
  { text: "!", value: "%21", form: "%21", reserved: "!" },
  { text: '"', value: "%22", form: "%22", reserved: "%22" },
  { text: "#", value: "%23", form: "%23", reserved: "%23" },
  { text: "$", value: "%24", form: "%24", reserved: "$" },
  { text: "%", value: "%25", form: "%25", reserved: "%25" },
  { text: "&", value: "%26", form: "%26", reserved: "%26" },
  { text: "'", value: "%27", form: "%27", reserved: "'" },
  { text: "(", value: "%28", form: "%28", reserved: "(" },
  { text: ")", value: "%29", form: "%29", reserved: ")" },
  { text: "*", value: "%2A", form: "*", reserved: "*" },
  { text: "+", value: "%2B", form: "%2B", reserved: "%2B" },
  { text: ",", value: "%2C", form: "%2C", reserved: "," },
  { text: "-", value: "-", form: "-", reserved: "-" },
  { text: ".", value: ".", form: ".", reserved: "." },
  { text: "/", value: "%2F", form: "%2F", reserved: "/" },
  { text: ":", value: "%3A", form: "%3A", reserved: ":" },
  { text: ";", value: "%3B", form: "%3B", reserved: ";" },
  { text: "<", value: "%3C", form: "%3C", reserved: "%3C" },
  { text: "=", value: "%3D", form: "%3D", reserved: "%3D" },
  { text: ">", value: "%3E", form: "%3E", reserved: "%3E" },
  { text: "?", value: "%3F", form: "%3F", reserved: "?" },
  { text: "@", value: "%40", form: "%40", reserved: "@" },
  { text: "[", value: "%5B", form: "%5B", reserved: "%5B" },
  { text: "\\", value: "%5C", form: "%5C", reserved: "%5C" },
  { text: "]", value: "%5D", form: "%5D", reserved: "%5D" },
  { text: "^", value: "%5E", form: "%5E", reserved: "%5E" },
  { text: "_", value: "_", form: "_", reserved: "_" },
  { text: "`", value: "%60", form: "%60", reserved: "%60" },
  { text: "{", value: "%7B", form: "%7B", reserved: "%7B" },
  { text: "|", value: "%7C", form: "%7C", reserved: "%7C" },
  { text: "}", value: "%7D", form: "%7D", reserved: "%7D" },
  { text: "~", value: "~", form: "%7E", reserved: "~" },
  { text: "\n", value: "%0A", form: "%0A", reserved: "%0A" },
  { text: "\t", value: "%09", form: "%09", reserved: "%09" },
  { text: "\0", value: "%00", form: "%00", reserved: "%00" },
  { text: "\x7f", value: "%7F", form: "%7F", reserved: "%7F" },
  { text: "é", value: "%C3%A9", form: "%C3%A9", reserved: "%C3%A9" },
  { text: "€", value: "%E2%82%AC", form: "%E2%82%AC", reserved: "%E2%82%AC" },
  { text: "𝄞", value: "%F0%9D%84%9E", form: "%F0%9D%84%9E", reserved: "%F0%9D%84%9E" },
  // A lone surrogate, which is encoded in the same way as by `TextEncoder`.
  { text: "\ud834", value: "%EF%BF%BD", form: "%EF%BF%BD", reserved: "%EF%BF%BD" },
  { text: "%41", value: "%2541", form: "%2541", reserved: "%41" },
  { text: "%4", value: "%254", form: "%254", reserved: "%254" },
];

const form = "application/x-www-form-urlencoded";

/**
 * One request per character, with the character in the path, in a name and a value of the query, and in a name and a
 * value of a form.
 */
export const everyCharacter: readonly RequestCase[] = characters.map(({ text, value, form: inForm, reserved }) => ({
  name: `the character ${JSON.stringify(text)}`,
  from: "RFC 3986, section 2; URL standard, section 5.2; OpenAPI 3.2, Appendix C",
  path: "/a/{p}/b",
  parameters: [
    { name: "p", in: "path", required: true, schema: { type: "string" }, value: `x${text}y` },
    { name: "q", in: "query", schema: { type: "string" }, value: text },
    { name: `n${text}`, in: "query", schema: { type: "string" }, value: "1" },
    { name: "r", in: "query", allowReserved: true, schema: { type: "string" }, value: text },
  ],
  body: { type: form, media: { schema: { type: "object" } }, parts: [[`n${text}`, text]] },
  receives: {
    target: `/a/x${value}y/b?q=${value}&n${value}=1&r=${reserved}`,
    body: `n${inForm}=${inForm}`,
  },
}));
