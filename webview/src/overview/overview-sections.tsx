import type { ComponentChildren, VNode } from "preact";
import { VisibleText } from "../feedback/text.tsx";
import type {
  CoverageView,
  FeedbackView,
  FromOverview,
  OverviewButton,
  PagesView,
} from "./overview-protocol.ts";

export type SendMessage = (message: FromOverview) => void;

interface SectionProps {
  readonly id: string;
  readonly heading: string;
  /** Next to the heading. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ id, heading, tools, children }: SectionProps): VNode {
  return (
    <section id={id} class="dwo-section" aria-labelledby={`${id}-heading`}>
      <div class="dwo-section-head">
        <h2 id={`${id}-heading`} tabIndex={-1}>
          {heading}
        </h2>
        {tools}
      </div>
      {children}
    </section>
  );
}

export function ActionButtons({
  actions,
  send,
}: {
  readonly actions: readonly OverviewButton[];
  readonly send: SendMessage;
}): VNode {
  return (
    <>
      {actions.map(({ action, label }) => (
        <button key={action} type="button" class="dwf-button" onClick={() => send({ kind: "run", action })}>
          {label}
        </button>
      ))}
    </>
  );
}

export function PagesSection({ pages: { heading, counts, tables } }: { readonly pages: PagesView }): VNode {
  return (
    <Section id="pages" heading={heading}>
      <dl class="dwo-counts">
        {counts.map(({ count, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <div class="dwo-tables">
        {tables.map(({ columns, rows }) => (
          <table key={columns[0]} class="dwo-table">
            <thead>
              <tr>
                <th scope="col">{columns[0]}</th>
                <th scope="col" class="dwo-number">
                  {columns[1]}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, count }) => (
                <tr key={name}>
                  <th scope="row">
                    <VisibleText text={name} />
                  </th>
                  <td class="dwo-number">{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </Section>
  );
}

export function CoverageSection({
  coverage: { heading, empty, columns, specifications, unfetched, actions },
  send,
}: {
  readonly coverage: CoverageView;
  readonly send: SendMessage;
}): VNode {
  return (
    <Section id="coverage" heading={heading} tools={<ActionButtons actions={actions} send={send} />}>
      {empty !== "" && <p class="dwo-text">{empty}</p>}
      {specifications.length + unfetched.length > 0 && (
        <table class="dwo-table">
          <thead>
            <tr>
              <th scope="col">{columns[0]}</th>
              <th scope="col">{columns[1]}</th>
            </tr>
          </thead>
          <tbody>
            {specifications.map(({ path, title, text, share }) => (
              <tr key={path}>
                <th scope="row">
                  <button
                    type="button"
                    class="dwf-link"
                    onClick={() => send({ kind: "openSpecification", path })}
                  >
                    <VisibleText text={path} />
                  </button>
                  {title !== "" && (
                    <span class="dwo-text">
                      <VisibleText text={title} />
                    </span>
                  )}
                </th>
                <td>
                  {text}
                  {share !== undefined && <Share share={share} />}
                </td>
              </tr>
            ))}
            {unfetched.map(({ url, text, fetch }) => (
              <tr key={url}>
                <th scope="row">
                  <VisibleText text={url} />
                </th>
                <td>
                  <p>{text}</p>
                  <button
                    type="button"
                    class="dwf-link"
                    aria-label={`${fetch}: ${url}`}
                    onClick={() => send({ kind: "fetch", url })}
                  >
                    {fetch}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

/** A bar that repeats the numbers next to it. */
function Share({ share }: { readonly share: number }): VNode {
  return (
    <svg class="dwo-share" width="100%" height="4" aria-hidden="true">
      <rect class="dwo-share-all" width="100%" height="4" rx="2" />
      <rect class="dwo-share-shown" width={`${100 * share}%`} height="4" rx="2" />
    </svg>
  );
}

export function FeedbackSection({
  feedback: { heading, text, worst, actions },
  send,
}: {
  readonly feedback: FeedbackView;
  readonly send: SendMessage;
}): VNode {
  return (
    <Section id="feedback" heading={heading} tools={<ActionButtons actions={actions} send={send} />}>
      <p class="dwo-text">{text}</p>
      {worst && (
        <table class="dwo-table">
          <thead>
            <tr>
              {worst.columns.map((column, at) => (
                <th key={column} scope="col" class={at === 2 ? "dwo-number" : undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {worst.rows.map(({ url, title, ratings, spoken, comments }) => (
              <tr key={url}>
                <th scope="row">
                  <button
                    type="button"
                    class="dwf-link"
                    title={url}
                    onClick={() => send({ kind: "showFeedback", url })}
                  >
                    <VisibleText text={title} />
                  </button>
                </th>
                <td>
                  <span aria-hidden="true">{ratings}</span>
                  <span class="dwf-unseen">{spoken}</span>
                </td>
                <td class="dwo-number">{comments}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
