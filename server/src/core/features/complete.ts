import { quoted } from "../config/edit-config.ts";
import { shapeAt, type ShapePlace } from "../config/settings/shape-at.ts";
import type { Site } from "../site/site.ts";
import type { SitePath } from "../text/text-range.ts";
import { offerOperations } from "./complete-operation.ts";
import { offerPages } from "./complete-page-path.ts";
import { offerKeys, offerValues } from "./complete-setting.ts";
import { offerSpecs } from "./complete-spec-source.ts";
import type { Completion, Completions, ConfigCaret, Offer } from "./completion.ts";
import { mountsOf } from "./config-place.ts";
import { jsonCursorAt, type JsonCursor } from "./json-cursor.ts";

const mostItems = 200;
const nothing: Completions = { items: [], isComplete: true };

/** What may be written at a caret in docs.json or a file that it pulls in. `text` is the file's, however half typed. */
export function complete(site: Site, file: SitePath, text: string, offset: number): Completions {
  const mount = mountsOf(site.config).get(file);
  const cursor = mount && jsonCursorAt(text, offset);
  if (!cursor) return nothing;
  const caret: ConfigCaret = { site, file, cursor, path: [...mount, ...cursor.path] };
  const place = shapeAt(site.config.root, caret.path);
  if (!place) return nothing;
  const offers = cursor.expects === "key" ? offerKeys(caret, place) : valuesFor(caret, place);
  const fitting = offers
    .filter(({ label }) => fits(label, cursor.typed))
    .sort((a, b) => a.rank - b.rank || (a.label < b.label ? -1 : a.label > b.label ? 1 : 0));
  return {
    items: fitting.slice(0, mostItems).map((offer) => toCompletion(offer, cursor, text)),
    isComplete: fitting.length <= mostItems,
  };
}

function valuesFor(caret: ConfigCaret, place: ShapePlace): Offer[] {
  const { path } = caret;
  const isEntry = path[0] === "navigation" && typeof path.at(-1) === "number" && path.at(-2) === "pages";
  const names = place.shapes.flatMap((shape) => (shape.kind === "string" ? [shape.names] : []));
  return [
    ...offerValues(caret, place),
    ...(isEntry || names.includes("page") ? offerPages(caret) : []),
    ...(isEntry ? offerOperations(caret) : []),
    ...(["openapi", "asyncapi"] as const).flatMap((family) =>
      names.includes(family) ? offerSpecs(caret, family) : [],
    ),
  ];
}

/** Whether the letters typed come in this order in the label; how well they fit, the editor judges. */
function fits(label: string, typed: string): boolean {
  let at = 0;
  const lower = label.toLowerCase();
  for (const letter of typed.replace(/^\/+/, "").toLowerCase()) {
    at = lower.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function toCompletion(offer: Offer, cursor: JsonCursor, text: string): Completion {
  const { replace, commaBefore, needsCommaAfter, expects, hasColon } = cursor;
  const isOnlyKey = expects === "key" && hasColon;
  const json = isOnlyKey ? quoted(offer.label) : offer.json;
  const newText = json + (needsCommaAfter && !isOnlyKey ? "," : "");
  const slash = /^\/+/.exec(cursor.typed)?.[0] ?? "";
  const { caret, ...rest } = offer;
  return {
    ...rest,
    ...(caret === undefined || isOnlyKey ? {} : { caret }),
    edit: { range: replace, newText },
    more:
      commaBefore === undefined ? [] : [{ range: { start: commaBefore, end: commaBefore }, newText: "," }],
    filter: text[replace.start] === '"' ? `"${slash}${offer.label}"` : offer.label,
  };
}
