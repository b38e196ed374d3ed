import type { VNode } from "preact";
import { getFlagProp, type RenderedNodeProps, getProp, getTextProp, getTextListProp } from "../paint/node-props.ts";
import { Glyph } from "./icon.tsx";

const locations = ["path", "query", "header", "cookie", "body", "auth"] as const;

/** `<ParamField>`: a request parameter with its location. */
export function ParamField({ node, ...rest }: RenderedNodeProps): VNode {
  const location = locations.find((name) => getTextProp(node, name) !== undefined);
  const name = (location && getTextProp(node, location)) ?? getTextProp(node, "name") ?? "";
  return <Field {...rest} node={node} name={name} location={location} />;
}

/** `<ResponseField>`: a field in a response. */
export function ResponseField({ node, ...rest }: RenderedNodeProps): VNode {
  return <Field {...rest} node={node} name={getTextProp(node, "name") ?? ""} location={undefined} />;
}

interface FieldProps extends RenderedNodeProps {
  readonly name: string;
  readonly location: string | undefined;
}

function Field({ node, paint, position, name, location }: FieldProps): VNode {
  const id = getTextProp(node, "id");
  const type = getTextProp(node, "type");
  const defaultText = formatDefault(getProp(node, "default"));
  const placeholder = getTextProp(node, "placeholder");
  const isDeprecated = getFlagProp(node, "deprecated") ?? false;
  return (
    <div class="dw-field" id={id} data-deprecated={isDeprecated || undefined} {...position}>
      <div class="dw-field-head">
        {id !== undefined && (
          <a class="dw-field-link" href={`#${id}`} aria-label={`Link to ${name}`}>
            <Glyph name="link" />
          </a>
        )}
        {getTextListProp(node, "pre").map((label) => (
          <span class="dw-field-label">{label}</span>
        ))}
        <code class="dw-field-name">{name}</code>
        {getTextListProp(node, "post").map((label) => (
          <span class="dw-field-label">{label}</span>
        ))}
        {type !== undefined && <span class="dw-field-type">{type}</span>}
        {location !== undefined && (
          <span class="dw-field-place">{location === "auth" ? "authorization" : location}</span>
        )}
        {getFlagProp(node, "required") && <span class="dw-field-required">required</span>}
        {isDeprecated && <span class="dw-field-deprecated">deprecated</span>}
        {defaultText !== undefined && (
          <span class="dw-field-default">
            default: <code>{defaultText}</code>
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

function formatDefault(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value === "" ? '""' : value;
  return JSON.stringify(value);
}
