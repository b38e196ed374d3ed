import type { HasSchemas } from "../spec/model/flatten-schema.ts";
import { filledText, filledValue, tell, type Building } from "./building.ts";
import type { BuiltPart } from "./built-request.ts";
import { buildPartHeaders } from "./build-part-headers.ts";
import { headerFault } from "./header-fault.ts";
import { namedParts } from "./nested-part.ts";
import { fittingType } from "./part-type.ts";
import { ownOf } from "../text/plain-record.ts";
import type { MediaForm, PartEncoding } from "./request-form.ts";
import type { ChosenFile, PartValue } from "./request-values.ts";

/**
 * The parts of a multipart body, each field as `namedParts` has it. Headers of a part go with
 * each of them: OpenAPI lets a specification name them, where RFC 7578, section 4.8, has receivers of forms ignore them.
 */
export function buildParts(
  building: Building,
  media: MediaForm | undefined,
  parts: readonly PartValue[],
  models: HasSchemas,
): readonly BuiltPart[] {
  const built: BuiltPart[] = [];
  for (const part of parts) {
    const { name, sent, value } = part;
    const place = `body ${name}`;
    const field = media?.fields.find((each) => each.name === name);
    const isRequired = field?.required ?? false;
    if (!sent && !isRequired) continue;
    const encoding = ownOf(media?.encoding, name);
    const type = ownType(building, place, part);
    const found =
      value.kind === "files"
        ? value.files.map((file) => filePart(name, file, type, encoding))
        : namedParts(
            { building, where: place, models },
            {
              name,
              value: filledValue(building, place, value.value),
              own: type,
              encoding,
              schema: field?.schema,
            },
          );
    if (isRequired && found.length === 0)
      tell(
        building,
        place,
        `\`${name}\` is required and ${value.kind === "files" ? "no file is chosen for it" : "has no value"}.`,
      );
    const headers = found.length > 0 ? buildPartHeaders(building, place, field, part) : [];
    for (const each of found) built.push(headers.length > 0 ? { ...each, headers } : each);
  }
  return built;
}

/** What the person says of this part alone; undefined where they say nothing. */
function ownType(building: Building, place: string, { contentType }: PartValue): string | undefined {
  const own = filledText(building, place, contentType?.trim() ?? "");
  const fault = headerFault(own);
  if (fault !== undefined) tell(building, place, `The type of this part ${fault}`, true);
  return own === "" || fault !== undefined ? undefined : own;
}

function filePart(
  name: string,
  { fileRef, name: filename, type }: ChosenFile,
  own: string | undefined,
  encoding: PartEncoding | undefined,
): BuiltPart {
  const written = own ?? fittingType(type, encoding?.contentType);
  const contentType = headerFault(written) === undefined ? written : "";
  return { kind: "file", name, fileRef, filename, ...(contentType !== "" && { contentType }) };
}
