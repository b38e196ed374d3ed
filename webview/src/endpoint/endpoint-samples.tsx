import { createPortal, type VNode } from "preact";
import { useContext } from "preact/hooks";
import type { EndpointPage, SampleView } from "../../../server/src/core/preview/view/endpoint-page.ts";
import type { ViewElement } from "../../../server/src/core/preview/view/page-view.ts";
import { CodeGroup } from "../components/code.tsx";
import { LayoutContext } from "../paint/page-context.ts";
import { paintNodes } from "../components/paint-nodes.tsx";

/** Request and response samples, in the right column if there is one. */
export function EndpointSamples({ endpoint }: { readonly endpoint: EndpointPage }): VNode | null {
  const { aside } = useContext(LayoutContext);
  const { requests, answers } = endpoint;
  if (requests.length === 0 && answers.length === 0) return null;
  const samples = (
    <>
      {requests.length > 0 && (
        <div class="dw-beside dw-example-request">
          <Samples samples={requests} tag="RequestExample" isList />
        </div>
      )}
      {answers.length > 0 && (
        <div class="dw-beside dw-example-response">
          <Samples samples={answers} tag="ResponseExample" />
        </div>
      )}
    </>
  );
  return aside ? createPortal(samples, aside) : samples;
}

interface SamplesProps {
  readonly samples: readonly SampleView[];
  readonly tag: string;
  readonly isList?: boolean;
}

/** Renders the same code group that authors write. */
function Samples({ samples, tag, isList = false }: SamplesProps): VNode {
  const node: ViewElement = {
    tag,
    props: isList && samples.length > 4 ? { dropdown: true } : {},
    children: samples.map(({ label, title, lang, lines }) => ({
      tag: "#code",
      props: { lang, title: title === undefined ? label : `${label} ${title}`, lines },
    })),
  };
  return <CodeGroup node={node} paint={paintNodes} mark={{}} />;
}
