import { filledValue, tell, type Building } from "./building.ts";
import type { NamedText } from "./built-request.ts";
import { contentText } from "./content-text.ts";
import { partHeaderFault } from "./part-header.ts";
import { ownOf } from "../text/plain-record.ts";
import type { PartForm } from "./request-form.ts";
import type { PartValue } from "./request-values.ts";
import { serializeHeader } from "./serialize-header.ts";

/** The headers of a part as they are sent, in the order of its form: those that are filled in or required. */
export function buildPartHeaders(
  building: Building,
  place: string,
  field: Pick<PartForm, "headers"> | undefined,
  { headers: values = {} }: Pick<PartValue, "headers">,
): readonly NamedText[] {
  return (field?.headers ?? []).flatMap((header): NamedText[] => {
    const { name, required, explode, mediaType } = header;
    const given = ownOf(values, name);
    if (!required && !given?.sent) return [];
    const value = filledValue(building, place, given?.value);
    const content = mediaType === undefined ? value : contentText(building, place, header, value);
    const text = serializeHeader(explode, content);
    const fault = text === undefined ? undefined : partHeaderFault(text);
    if (fault !== undefined) tell(building, place, `The header \`${name}\` of this part ${fault}`, true);
    else if (text !== undefined && (text !== "" || !required)) return [[name, text]];
    else if (required)
      tell(building, place, `The header \`${name}\` of this part is required and has no value.`);
    else tell(building, place, `The header \`${name}\` of this part has no value, so it is left out.`);
    return [];
  });
}
