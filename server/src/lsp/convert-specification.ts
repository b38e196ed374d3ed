import { conversionTargets } from "../core/spec/convert/convert-swagger.ts";
import { largestSpecLength } from "../core/spec/detect-spec.ts";
import type { ConvertedSpecification, ConvertSpecification } from "../protocol/specifications.ts";
import { convertFile } from "../workspace/specs/convert-spec.ts";
import { readFile } from "../workspace/files/site-files.ts";
import { pathOfUri } from "./file-uri.ts";
import type { Session } from "./session.ts";

/** `docwright/convertSpecification`: of the text in the editor where the file is open. Only files of a site are read. */
export async function convertedSpecification(
  { uri, to }: ConvertSpecification,
  session: Session,
): Promise<ConvertedSpecification> {
  session.documents.flush();
  const file = pathOfUri(uri);
  const place = file === undefined ? undefined : session.sites.siteOf(file);
  const target = conversionTargets.find((version) => version === to);
  if (!place || !target) return { ok: false, reason: "The file belongs to no site." };
  const read = readFile(place.site.files, place.path, largestSpecLength);
  if (read.kind !== "text") return { ok: false, reason: "The file cannot be read." };
  const conversion = await convertFile({ path: place.path, text: read.text, target });
  return conversion.ok ? { ...conversion, before: read.text } : conversion;
}
