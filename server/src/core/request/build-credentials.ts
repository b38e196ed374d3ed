import { encodeMarked, filledText, putInPlace, tell, type Building } from "./building.ts";
import { ownOf } from "../text/plain-record.ts";
import type { RequestForm, SchemeForm } from "./request-form.ts";
import type { Credential, RequestValues } from "./request-values.ts";
import { markedBase64 } from "./secret-marks.ts";

/** Puts in what the chosen way to sign in asks for. What is missing is told and left out: the API then says so itself. */
export function buildCredentials(building: Building, { security }: RequestForm, values: RequestValues): void {
  const way = security[values.way] ?? [];
  for (const scheme of way) {
    const place = `credential ${scheme.name}`;
    const credential = ownOf(values.credentials, scheme.name);
    // It is a certificate, which the connection shows.
    if (scheme.kind === "mutualTLS") continue;
    if (scheme.kind === "unknown") {
      tell(
        building,
        place,
        `The specification does not say how \`${scheme.name}\` signs in, so nothing is sent for it.`,
      );
      continue;
    }
    const text = credential && credentialText(building, place, scheme, credential);
    if (text === undefined)
      tell(
        building,
        place,
        `Nothing is filled in for \`${scheme.name}\`, so the request is sent without it.`,
      );
    else putCredential(building, place, scheme, text);
  }
  const inHeader = way.filter(({ kind }) => kind !== "apiKey" && kind !== "mutualTLS" && kind !== "unknown");
  const [, second] = inHeader;
  if (second)
    tell(
      building,
      `credential ${second.name}`,
      "Two schemes at once want the header `Authorization`, which a request has only once. The last one is sent.",
    );
}

/** What stands in the header, query or cookie; undefined where nothing is filled in. */
function credentialText(
  building: Building,
  place: string,
  scheme: SchemeForm,
  credential: Credential,
): string | undefined {
  if (credential.kind === "basic") {
    if (scheme.kind !== "basic" || credential.user + credential.password === "") return undefined;
    const user = filledText(building, place, credential.user);
    if (user.includes(":") && !user.includes("{{secret:"))
      tell(building, place, "A user name cannot have a colon (RFC 7617). Remove it.", true);
    return `Basic ${markedBase64(`${user}:${filledText(building, place, credential.password)}`)}`;
  }
  const value = filledText(building, place, credential.value).trim();
  if (value === "") return undefined;
  switch (scheme.kind) {
    case "apiKey":
      return value;
    case "http":
      return withScheme(scheme.scheme, value);
    case "basic":
      return withScheme("Basic", value);
    default:
      return withScheme("Bearer", value);
  }
}

/** People copy tokens with the word in front of them. */
function withScheme(scheme: string, value: string): string {
  const hasIt = value.toLowerCase().startsWith(`${scheme.toLowerCase()} `);
  return hasIt || scheme === "" ? value : `${scheme} ${value}`;
}

function putCredential({ headers, cookies, query }: Building, place: string, scheme: SchemeForm, text: string): void {
  const isSame = (name: string) => (other: string) => other === name;
  const isSameHeader = (name: string) => (other: string) => other.toLowerCase() === name.toLowerCase();
  if (scheme.kind !== "apiKey")
    putInPlace(headers, { name: "Authorization", value: text, place }, isSameHeader("Authorization"));
  else if (scheme.in === "header")
    putInPlace(headers, { name: scheme.field, value: text, place }, isSameHeader(scheme.field));
  else if (scheme.in === "cookie")
    putInPlace(cookies, { name: scheme.field, value: text, place }, isSame(scheme.field));
  else {
    const name = encodeMarked(scheme.field, "value");
    putInPlace(query, { name, value: encodeMarked(text, "value"), place }, isSame(name));
  }
}
