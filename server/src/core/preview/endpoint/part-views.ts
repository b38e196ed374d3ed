import { flattenSchema, namedSchema } from "../../spec/model/flatten-schema.ts";
import type { MediaModel, PositionModel, PositionsModel } from "../../spec/model/operation-model.ts";
import type { SchemaModel } from "../../spec/model/schema-model.ts";
import { isNever } from "../../request/media/media-kind.ts";
import type { BodyView, FieldView } from "../view/endpoint-page.ts";
import { fieldView, type FieldReading } from "./field-views.ts";

const mostPlaces = 200;
/** Levels of parts inside parts, as requests have them. */
const maxPartDepth = 3;

/**
 * The parts of a multipart body that have places instead of names, one field for each and one for all that follow
 * (OpenAPI 3.2.0, “Encoding By Position”, “Streaming Sequential Media Types”); undefined where no place is described.
 */
export function partViews(media: MediaModel, reading: FieldReading): BodyView | undefined {
  const { type, schema, itemSchema, positions } = media;
  if (!/^multipart\//i.test(type)) return undefined;
  // No published page is known to have links to places.
  const unlinked: FieldReading = { ...reading, anchorOf: () => "" };
  const fields =
    !schema && itemSchema
      ? [placeView("each part", itemSchema, positions?.rest, unlinked)]
      : schema && placeViews(schema, positions, unlinked, "");
  return fields && { type, fields };
}

function placeViews(
  schema: SchemaModel,
  positions: PositionsModel | undefined,
  reading: FieldReading,
  prefix: string,
): readonly FieldView[] | undefined {
  const { prefixItems, items } = flattenSchema(reading, schema);
  if (prefixItems.length === 0) return undefined;
  const { minItems = 0 } = namedSchema(reading, schema)?.limits ?? {};
  const fields: FieldView[] = [];
  for (const [at, each] of prefixItems.slice(0, mostPlaces).entries()) {
    if (reading.left.fields <= 0) break;
    const place = `${prefix}${at + 1}`;
    const view = placeView(`part ${place}`, each, positions?.first[at] ?? positions?.rest, reading, place);
    fields.push({ ...view, required: at < minItems });
  }
  if (items && !isNever(items, reading))
    fields.push(
      placeView(`parts from ${prefix}${prefixItems.length + 1} on`, items, positions?.rest, reading),
    );
  return fields;
}

/** `place`: what parts inside it are counted from; absent: they are not counted. */
function placeView(
  name: string,
  schema: SchemaModel,
  position: PositionModel | undefined,
  reading: FieldReading,
  place?: string,
): FieldView {
  const { contentType } = position ?? {};
  const view = fieldView("", schema, reading, [], [], false);
  const title = schema.title ?? namedSchema(reading, schema)?.title;
  const isInside =
    place !== undefined && place.split(".").length <= maxPartDepth && /^\s*multipart\//i.test(contentType ?? "");
  const inside = isInside ? placeViews(schema, position?.inside, reading, `${place}.`) : undefined;
  return {
    ...view,
    name,
    // A place has no name of its own that says what it is for.
    ...(!view.description && title !== undefined && { description: reading.describe(title) }),
    ...(contentType !== undefined && { limits: [`sent as ${contentType}`, ...view.limits] }),
    ...(inside && { children: inside }),
  };
}
