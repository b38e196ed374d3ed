import type { VNode } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type {
  EndpointPage,
  FieldSection,
  SchemeView,
} from "../../../server/src/core/preview/view/endpoint-page.ts";
import { paintNodes } from "../paint/paint-nodes.tsx";
import { EndpointContext } from "./endpoint-context.ts";
import { FieldRow } from "./field-row.tsx";
import { choiceHolds } from "./holds-anchor.ts";

/** How to sign in, what to send, what comes back. */
export function EndpointSections({ endpoint }: { readonly endpoint: EndpointPage }): VNode {
  const { security, sections, isCut } = endpoint;
  const sent = sections.filter(({ kind }) => kind !== "response");
  const answers = sections.filter(({ kind }) => kind === "response");
  return (
    <div class="dw-api">
      {security.length > 0 && <Security ways={security} />}
      {sent.map((section) => (
        <Section key={`${section.kind} ${section.title}`} section={section} />
      ))}
      {answers.length > 0 && <Answers sections={answers} />}
      {isCut && (
        <p class="dw-api-limits">
          The specification has more here than one page shows; the rest is left out of the preview.
        </p>
      )}
    </div>
  );
}

function Security({ ways }: { readonly ways: readonly (readonly SchemeView[])[] }): VNode {
  const [chosen, choose] = useState(0);
  const way = ways[Math.min(chosen, ways.length - 1)] ?? [];
  return (
    <section class="dw-api-section">
      <header class="dw-api-head">
        <h2 class="dw-api-title">Authorization</h2>
        {ways.length > 1 && (
          <select
            class="dw-code-select"
            aria-label="Way to sign in"
            value={String(chosen)}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          >
            {ways.map((each, index) => (
              <option key={index} value={String(index)}>
                {each.map(({ name }) => name).join(" and ")}
              </option>
            ))}
          </select>
        )}
      </header>
      {way.map((scheme) => (
        <div class="dw-field dw-api-field" id={scheme.anchor} key={scheme.name}>
          <div class="dw-field-head">
            <code class="dw-field-name">{scheme.field === "" ? scheme.name : scheme.field}</code>
            <span class="dw-field-type">{scheme.kind}</span>
            {scheme.place !== "none" && <span class="dw-field-place">{scheme.place}</span>}
            <span class="dw-field-required">required</span>
          </div>
          <div class="dw-field-body dw-flow">
            {scheme.description && <div class="dw-api-words dw-flow">{paintNodes(scheme.description)}</div>}
            {scheme.scopes.length > 0 && (
              <p class="dw-api-values">
                <span class="dw-api-limits">Scopes</span>
                {scheme.scopes.map((scope) => (
                  <code key={scope}>{scope}</code>
                ))}
              </p>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}

function Section({ section }: { readonly section: FieldSection }): VNode {
  const [chosen, choose] = useState(0);
  const body = section.bodies[Math.min(chosen, section.bodies.length - 1)];
  return (
    <section class="dw-api-section">
      <header class="dw-api-head">
        <h2 class="dw-api-title">{section.title}</h2>
        <BodyTypes section={section} chosen={chosen} choose={choose} />
        {section.required && <span class="dw-field-required">required</span>}
      </header>
      <BodyFields section={section} body={body} />
    </section>
  );
}

function Answers({ sections }: { readonly sections: readonly FieldSection[] }): VNode {
  const [chosen, choose] = useState(0);
  const [type, chooseType] = useState(0);
  const { wanted } = useContext(EndpointContext);
  useEffect(() => {
    if (wanted === undefined) return;
    const at = sections.findIndex(({ bodies }) =>
      bodies.some((body) => choiceHolds({ ...body, title: "" }, wanted)),
    );
    if (at >= 0) choose(at);
  }, [wanted, sections]);
  const section = sections[Math.min(chosen, sections.length - 1)] ?? sections[0];
  if (!section) return <></>;
  return (
    <section class="dw-api-section">
      <header class="dw-api-head">
        <h2 class="dw-api-title">Response</h2>
        <div class="dw-api-statuses" role="group" aria-label="Status">
          {sections.map(({ title }, index) => (
            <button
              type="button"
              class="dw-api-status"
              aria-pressed={index === chosen}
              data-status={title[0]}
              onClick={() => choose(index)}
              key={title}
            >
              {title}
            </button>
          ))}
        </div>
        <BodyTypes section={section} chosen={type} choose={chooseType} />
      </header>
      <BodyFields section={section} body={section.bodies[Math.min(type, section.bodies.length - 1)]} />
    </section>
  );
}

interface BodyTypesProps {
  readonly section: FieldSection;
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

function BodyTypes({ section: { bodies, title }, chosen, choose }: BodyTypesProps): VNode | null {
  const [only] = bodies;
  if (bodies.length < 2)
    return only && only.type !== "" ? <span class="dw-api-type">{only.type}</span> : null;
  return (
    <select
      class="dw-code-select"
      aria-label={`Content type of ${title}`}
      value={String(Math.min(chosen, bodies.length - 1))}
      onChange={(event) => choose(Number(event.currentTarget.value))}
    >
      {bodies.map(({ type }, index) => (
        <option key={index} value={String(index)}>
          {type}
        </option>
      ))}
    </select>
  );
}

function BodyFields({
  section,
  body,
}: {
  readonly section: FieldSection;
  readonly body: FieldSection["bodies"][number] | undefined;
}): VNode {
  return (
    <>
      {section.description && <div class="dw-api-words dw-flow">{paintNodes(section.description)}</div>}
      {body?.fields.map((field, index) => (
        <FieldRow key={index} field={field} />
      ))}
      {body?.whole && <FieldRow field={body.whole} />}
    </>
  );
}
