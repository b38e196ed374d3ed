import { type ComponentChildren, type ComponentType, createPortal, type VNode } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type {
  EndpointPage,
  FieldSection,
  SampleView,
  SchemeView,
  ServerView,
} from "../../../server/src/core/preview/view/endpoint-page.ts";
import type { ViewElement } from "../../../server/src/core/preview/view/page-view.ts";
import { CodeGroup } from "../components/code.tsx";
import { CopyButton } from "../components/icon.tsx";
import { paintNodes } from "../components/paint-nodes.tsx";
import { translate } from "../language/translate.ts";
import { LayoutContext, usePage, useRepaint } from "../paint/page-context.ts";
import type { PlaygroundProps } from "../playground/playground.tsx";
import { EndpointContext } from "./endpoint-context.ts";
import { choiceContainsAnchor, EndpointFieldRow } from "./field-row.tsx";

const kindLabels = { operation: "", webhook: "Webhook", channel: "Channel" } as const;

/** A badge that shows the method in its color or, if the endpoint isn't an operation, the kind of endpoint. */
export function MethodBadge({ kind, method }: Pick<EndpointPage, "kind" | "method">): VNode {
  const text = kind === "operation" ? method : kindLabels[kind];
  return <span class={`dw-method dw-method-${text.toLowerCase()}`}>{text}</span>;
}

/**
 * The state of an endpoint's playground, with functions that open and render it. The playground replaces the endpoint
 * bar.
 */
export interface TryItState {
  /** `none`: this page doesn't offer a playground for the endpoint. */
  readonly state: "none" | "closed" | "loading" | "failed" | "open";
  readonly open: () => void;
  readonly renderPanel: () => VNode | null;
}

type Panel = ComponentType<PlaygroundProps>;

/** The playground panels that have been loaded, by kind of endpoint. */
const loadedPanels: { operation?: Panel; channel?: Panel } = {};

function loadPanel(kind: "operation" | "channel"): Promise<Panel> {
  return kind === "channel"
    ? import("../playground/channel/channel-console.tsx").then((module) => module.ChannelConsole)
    : import("../playground/playground.tsx").then((module) => module.Playground);
}

/**
 * Returns the state of an endpoint's playground, which is stored with everything else that the reader has expanded. The
 * code for playgrounds is loaded when the first one opens.
 */
export function useTryIt(endpoint: EndpointPage): TryItState {
  const services = useContext(EndpointContext);
  const { playground: port } = services;
  const { state } = usePage();
  const name = `${endpoint.method} ${endpoint.path}`;
  const key = `playground ${name}`;
  useRepaint(() => state.get(key));
  const isOpen = state.get(key) === true;
  const kind = endpoint.kind === "channel" ? "channel" : "operation";
  const [, setLoadCount] = useState(0);
  const Playground = loadedPanels[kind];
  const [hasFailed, setFailed] = useState(false);
  const [shouldFocus, setShouldFocus] = useState(false);
  const canTry = port !== undefined && endpoint.kind !== "webhook" && endpoint.display.kind === "interactive";
  const openPlayground = (): void => {
    setShouldFocus(true);
    setFailed(false);
    state.set(key, true);
  };
  useEffect(() => {
    const openIfRequested = (): void => {
      if (port?.isRequested(services.url) === true) openPlayground();
    };
    openIfRequested();
    return port?.listen((message) => {
      if (message.kind === "playground/show") openIfRequested();
    });
  }, [port, key, services.url]);
  useEffect(() => {
    if (!canTry || !isOpen || Playground || hasFailed) return;
    loadPanel(kind).then(
      (panel) => {
        loadedPanels[kind] = panel;
        setLoadCount((count) => count + 1);
      },
      () => setFailed(true),
    );
  }, [canTry, isOpen, Playground, hasFailed, kind]);
  const playgroundState = !isOpen ? "closed" : Playground ? "open" : hasFailed ? "failed" : "loading";
  return {
    state: canTry ? playgroundState : "none",
    open: openPlayground,
    renderPanel: () =>
      canTry && isOpen && Playground && port ? (
        <Playground
          key={name}
          endpoint={endpoint}
          port={port}
          services={services}
          shouldFocus={shouldFocus}
          onClose={() => {
            setShouldFocus(false);
            state.set(key, false);
          }}
        />
      ) : null,
  };
}

/**
 * The method, the server, and the path on one line, with buttons to copy the URL and to try out the endpoint. An open
 * playground replaces this line.
 */
export function EndpointBar({ endpoint }: { readonly endpoint: EndpointPage }): VNode {
  const { kind, method, path, servers, display } = endpoint;
  const [chosenIndex, choose] = useState(0);
  const server = servers[Math.min(chosenIndex, servers.length - 1)];
  const baseUrl = server ? createUrl(server) : "";
  const canCopyUrl = kind === "operation" && display.kind !== "none";
  const tryIt = useTryIt(endpoint);
  if (tryIt.state === "open") return <div class="dw-endpoint">{tryIt.renderPanel()}</div>;
  return (
    <div class="dw-endpoint">
      <div class="dw-endpoint-bar" data-display={display.kind} data-tries={tryIt.state !== "none" || undefined}>
        <MethodBadge kind={kind} method={method} />
        {canCopyUrl && servers.length > 1 && (
          <select
            class="dw-endpoint-server"
            aria-label="Server"
            value={String(chosenIndex)}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          >
            {servers.map((each, index) => (
              <option key={index} value={String(index)}>
                {createUrl(each)}
              </option>
            ))}
          </select>
        )}
        {canCopyUrl && servers.length === 1 && (
          <span class="dw-endpoint-base" title={baseUrl}>
            {baseUrl}
          </span>
        )}
        <code class="dw-endpoint-path">
          {path
            .split(/(\{[^{}]*\})/)
            .map((part, index) =>
              index % 2 === 1 ? <span class="dw-endpoint-part">{part}</span> : addBreakOpportunities(part),
            )}
        </code>
        {canCopyUrl && (
          <CopyButton
            label="Copy URL"
            getText={() => baseUrl.replace(/\/$/, "") + path}
            class="dw-copy dw-endpoint-copy"
          />
        )}
        {tryIt.state !== "none" && (
          <button
            type="button"
            class="dw-try-open"
            aria-expanded={false}
            aria-busy={tryIt.state === "loading"}
            onClick={tryIt.open}
          >
            {kind === "channel" ? "Connect…" : "Try it"}
          </button>
        )}
      </div>
      {tryIt.state === "failed" && (
        <p class="dw-endpoint-because" role="status">
          {translate(
            "Couldn’t load the playground. To retry, select “{0}”.",
            kind === "channel" ? "Connect…" : "Try it",
          )}
        </p>
      )}
      {display.reason !== undefined && <p class="dw-endpoint-because">{display.reason}</p>}
    </div>
  );
}

/** Lets a long path break after each slash instead of in the middle of a name. */
function addBreakOpportunities(path: string): ComponentChildren {
  return path.split(/(?<=\/)/).flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]));
}

function createUrl({ url, variables }: ServerView): string {
  return url.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const value = variables.find((each) => each.name === name)?.default;
    return value ? value : placeholder;
  });
}

/** The sections for an endpoint: authentication, parameters, request body, and responses. */
export function EndpointSections({ endpoint }: { readonly endpoint: EndpointPage }): VNode {
  const { security, sections, isTruncated } = endpoint;
  const fieldSections = sections.filter(({ kind }) => kind !== "response");
  const responseSections = sections.filter(({ kind }) => kind === "response");
  return (
    <div class="dw-api">
      {security.length > 0 && <Security requirements={security} />}
      {fieldSections.map((section) => (
        <Section key={`${section.kind} ${section.title}`} section={section} />
      ))}
      {responseSections.length > 0 && <Responses sections={responseSections} />}
      {isTruncated && (
        <p class="dw-api-limits">
          {translate("This endpoint is too large to preview in full, so some of it isn’t shown.")}
        </p>
      )}
    </div>
  );
}

function Security({ requirements }: { readonly requirements: readonly (readonly SchemeView[])[] }): VNode {
  const [chosenIndex, choose] = useState(0);
  const requirement = requirements[Math.min(chosenIndex, requirements.length - 1)] ?? [];
  return (
    <section class="dw-api-section">
      <header class="dw-api-head">
        <h2 class="dw-api-title">Authorization</h2>
        {requirements.length > 1 && (
          <select
            class="dw-code-select"
            aria-label="Authentication method"
            value={String(chosenIndex)}
            onChange={(event) => choose(Number(event.currentTarget.value))}
          >
            {requirements.map((each, index) => (
              <option key={index} value={String(index)}>
                {each.map(({ name }) => name).join(" and ")}
              </option>
            ))}
          </select>
        )}
      </header>
      {requirement.map((scheme) => (
        <div class="dw-field dw-api-field" id={scheme.anchor} key={scheme.name}>
          <div class="dw-field-head">
            <code class="dw-field-name">{scheme.field === "" ? scheme.name : scheme.field}</code>
            <span class="dw-field-type">{scheme.kind}</span>
            {scheme.location !== "none" && <span class="dw-field-place">{scheme.location}</span>}
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
  const [chosenIndex, choose] = useState(0);
  const body = section.bodies[Math.min(chosenIndex, section.bodies.length - 1)];
  return (
    <section class="dw-api-section">
      <header class="dw-api-head">
        <h2 class="dw-api-title">{section.title}</h2>
        <BodyTypes section={section} chosenIndex={chosenIndex} choose={choose} />
        {section.required && <span class="dw-field-required">required</span>}
      </header>
      <BodyFields section={section} body={body} />
    </section>
  );
}

function Responses({ sections }: { readonly sections: readonly FieldSection[] }): VNode {
  const [chosenIndex, choose] = useState(0);
  const [typeIndex, chooseType] = useState(0);
  const { targetAnchor } = useContext(EndpointContext);
  useEffect(() => {
    if (targetAnchor === undefined) return;
    const index = sections.findIndex(({ bodies }) =>
      bodies.some((body) => choiceContainsAnchor({ ...body, title: "" }, targetAnchor)),
    );
    if (index >= 0) choose(index);
  }, [targetAnchor, sections]);
  const section = sections[Math.min(chosenIndex, sections.length - 1)] ?? sections[0];
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
              aria-pressed={index === chosenIndex}
              data-status={title[0]}
              onClick={() => choose(index)}
              key={title}
            >
              {title}
            </button>
          ))}
        </div>
        <BodyTypes section={section} chosenIndex={typeIndex} choose={chooseType} />
      </header>
      <BodyFields section={section} body={section.bodies[Math.min(typeIndex, section.bodies.length - 1)]} />
    </section>
  );
}

interface BodyTypesProps {
  readonly section: FieldSection;
  readonly chosenIndex: number;
  readonly choose: (index: number) => void;
}

function BodyTypes({ section: { bodies, title }, chosenIndex, choose }: BodyTypesProps): VNode | null {
  const [onlyBody] = bodies;
  if (bodies.length < 2)
    return onlyBody && onlyBody.type !== "" ? <span class="dw-api-type">{onlyBody.type}</span> : null;
  return (
    <select
      class="dw-code-select"
      aria-label={`Content type for ${title}`}
      value={String(Math.min(chosenIndex, bodies.length - 1))}
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
        <EndpointFieldRow key={index} field={field} />
      ))}
      {body?.wholeField && <EndpointFieldRow field={body.wholeField} />}
    </>
  );
}

/** The request and response samples, which are in the right column if the page has one. */
export function EndpointSamples({ endpoint }: { readonly endpoint: EndpointPage }): VNode | null {
  const { aside } = useContext(LayoutContext);
  const { requests, responses } = endpoint;
  if (requests.length === 0 && responses.length === 0) return null;
  const samplesElement = (
    <>
      {requests.length > 0 && (
        <div class="dw-beside dw-example-request">
          <Samples samples={requests} tag="RequestExample" isList />
        </div>
      )}
      {responses.length > 0 && (
        <div class="dw-beside dw-example-response">
          <Samples samples={responses} tag="ResponseExample" />
        </div>
      )}
    </>
  );
  return aside ? createPortal(samplesElement, aside) : samplesElement;
}

interface SamplesProps {
  readonly samples: readonly SampleView[];
  readonly tag: string;
  readonly isList?: boolean;
}

/** Renders samples in the same way as a code group written by the author. */
function Samples({ samples, tag, isList = false }: SamplesProps): VNode {
  const node: ViewElement = {
    tag,
    props: isList && samples.length > 4 ? { dropdown: true } : {},
    children: samples.map(({ label, title, lang, lines }) => ({
      tag: "#code",
      props: { lang, title: title === undefined ? label : `${label} ${title}`, lines },
    })),
  };
  return <CodeGroup node={node} paint={paintNodes} position={{}} />;
}
