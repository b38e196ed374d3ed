import type { VNode } from "preact";
import { flagOf, type PieceProps, propOf, textOf, textsOf } from "../paint/piece.ts";
import { Glyph } from "./icon.tsx";

const places = ["path", "query", "header", "cookie", "body", "auth"] as const;

/** `<ParamField>`: a parameter of a request, with where it goes. */
export function ParamField({ node, ...rest }: PieceProps): VNode {
  const place = places.find((name) => textOf(node, name) !== undefined);
  const name = (place && textOf(node, place)) ?? textOf(node, "name") ?? "";
  return <Field {...rest} node={node} name={name} place={place} />;
}

/** `<ResponseField>`: a field of a response. */
export function ResponseField({ node, ...rest }: PieceProps): VNode {
  return <Field {...rest} node={node} name={textOf(node, "name") ?? ""} place={undefined} />;
}

interface FieldProps extends PieceProps {
  readonly name: string;
  readonly place: string | undefined;
}

function Field({ node, paint, mark, name, place }: FieldProps): VNode {
  const id = textOf(node, "id");
  const type = textOf(node, "type");
  const standard = defaultOf(propOf(node, "default"));
  const placeholder = textOf(node, "placeholder");
  const deprecated = flagOf(node, "deprecated") ?? false;
  return (
    <div class="dw-field" id={id} data-deprecated={deprecated || undefined} {...mark}>
      <div class="dw-field-head">
        {id !== undefined && (
          <a class="dw-field-link" href={`#${id}`} aria-label={`Link to ${name}`}>
            <Glyph name="link" />
          </a>
        )}
        {textsOf(node, "pre").map((label) => (
          <span class="dw-field-label">{label}</span>
        ))}
        <code class="dw-field-name">{name}</code>
        {textsOf(node, "post").map((label) => (
          <span class="dw-field-label">{label}</span>
        ))}
        {type !== undefined && <span class="dw-field-type">{type}</span>}
        {place !== undefined && (
          <span class="dw-field-place">{place === "auth" ? "authorization" : place}</span>
        )}
        {flagOf(node, "required") && <span class="dw-field-required">required</span>}
        {deprecated && <span class="dw-field-deprecated">deprecated</span>}
        {standard !== undefined && (
          <span class="dw-field-default">
            default: <code>{standard}</code>
          </span>
        )}
        {placeholder !== undefined && (
          <span class="dw-field-default">
            for example: <code>{placeholder}</code>
          </span>
        )}
      </div>
      <div class="dw-field-body dw-flow">{paint(node.children)}</div>
    </div>
  );
}

function defaultOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value === "" ? '""' : value;
  return JSON.stringify(value);
}
