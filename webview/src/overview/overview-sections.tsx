import type { ComponentChildren, VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { VisibleText } from "../feedback/text.tsx";
import type {
  CoverageView,
  FeedbackView,
  FromOverview,
  OverviewButton,
  OverviewSeverity,
  PagesView,
  ProblemsView,
  RuleView,
} from "./overview-protocol.ts";

export type SendMessage = (message: FromOverview) => void;

interface SectionProps {
  readonly id: string;
  readonly heading: string;
  /** Content shown next to the heading. */
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
  coverage: { heading, emptyText, columns, specifications, unfetchedSpecs, actions },
  send,
}: {
  readonly coverage: CoverageView;
  readonly send: SendMessage;
}): VNode {
  return (
    <Section id="coverage" heading={heading} tools={<ActionButtons actions={actions} send={send} />}>
      {emptyText !== "" && <p class="dwo-text">{emptyText}</p>}
      {specifications.length + unfetchedSpecs.length > 0 && (
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
                  <button type="button" class="dwf-link" onClick={() => send({ kind: "openSpecification", path })}>
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
            {unfetchedSpecs.map(({ url, text, fetchLabel }) => (
              <tr key={url}>
                <th scope="row">
                  <VisibleText text={url} />
                </th>
                <td>
                  <p>{text}</p>
                  <button
                    type="button"
                    class="dwf-link"
                    aria-label={`${fetchLabel}: ${url}`}
                    onClick={() => send({ kind: "fetch", url })}
                  >
                    {fetchLabel}
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

/** A bar that visualizes the numbers next to it. */
function Share({ share }: { readonly share: number }): VNode {
  return (
    <svg class="dwo-share" width="100%" height="4" aria-hidden="true">
      <rect class="dwo-share-all" width="100%" height="4" rx="2" />
      <rect class="dwo-share-shown" width={`${100 * share}%`} height="4" rx="2" />
    </svg>
  );
}

export function FeedbackSection({
  feedback: { heading, text, worstPages, actions },
  send,
}: {
  readonly feedback: FeedbackView;
  readonly send: SendMessage;
}): VNode {
  return (
    <Section id="feedback" heading={heading} tools={<ActionButtons actions={actions} send={send} />}>
      <p class="dwo-text">{text}</p>
      {worstPages && (
        <table class="dwo-table">
          <thead>
            <tr>
              {worstPages.columns.map((column, index) => (
                <th key={column} scope="col" class={index === 2 ? "dwo-number" : undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {worstPages.rows.map(({ url, title, ratings, accessibleText, comments }) => (
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
                  <span class="dwf-unseen">{accessibleText}</span>
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

export function ProblemsSection({
  problems: { heading, counts, emptyText, columns, rules, fix },
  send,
}: {
  readonly problems: ProblemsView;
  readonly send: SendMessage;
}): VNode {
  const tools = fix && (
    <button
      type="button"
      class="dwf-button dwf-main"
      aria-describedby="fix-hint"
      onClick={() => send({ kind: "run", action: fix.action })}
    >
      {fix.label}
    </button>
  );
  return (
    <Section id="problems" heading={heading} tools={tools}>
      {rules.length === 0 ? (
        <p class="dwo-text">{emptyText}</p>
      ) : (
        <>
          <div class="dwo-summary">
            <ul class="dwo-severities">
              {counts.map(({ severity, label }) => (
                <li key={severity}>
                  <SeverityIcon severity={severity} />
                  {label}
                </li>
              ))}
            </ul>
            {fix && (
              <p id="fix-hint" class="dwo-text">
                {fix.hint}
              </p>
            )}
          </div>
          <RuleTable label={heading} columns={columns} rules={rules} send={send} />
        </>
      )}
    </Section>
  );
}

const stepsByKey: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  Home: [-Infinity, -Infinity],
  End: [Infinity, -Infinity],
};

/** A grid that is a single tab stop. The arrow keys move between rules and between the locations of a rule. */
function RuleTable({
  label,
  columns,
  rules,
  send,
}: Pick<ProblemsView, "columns" | "rules"> & { readonly label: string; readonly send: SendMessage }): VNode {
  const body = useRef<HTMLTableSectionElement>(null);
  const [activeCellId, setActiveCellId] = useState("");
  const ids = rules.flatMap((rule) => getCellIds(rule));
  const tabStopId = ids.includes(activeCellId) ? activeCellId : ids[0];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = stepsByKey[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    const rows = [...(body.current?.rows ?? [])].map((row) => [...row.querySelectorAll("button")]);
    const rowIndex = rows.findIndex((buttons) => buttons.some((button) => button === event.target));
    const cellIndex = rows[rowIndex]?.findIndex((button) => button === event.target) ?? 0;
    const buttons = rows[clampIndex(rows, rowIndex + step[0])] ?? [];
    const nextButton = buttons[clampIndex(buttons, step[0] === 0 ? cellIndex + step[1] : 0)];
    if (!nextButton) return;
    event.preventDefault();
    nextButton.focus();
  };
  const getCellProps = (id: string) => ({
    type: "button" as const,
    tabIndex: id === tabStopId ? 0 : -1,
    onFocus: () => setActiveCellId(id),
  });
  return (
    <table class="dwo-table dwo-rules" role="grid" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">
            <span class="dwf-unseen">{columns.severity}</span>
          </th>
          <th scope="col">{columns.problem}</th>
          <th scope="col" class="dwo-number">
            {columns.count}
          </th>
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={onKeyDown}>
        {rules.map((rule) => {
          const { code, severity, severityLabel, summary, count, fixLabel, locations, moreText } = rule;
          const [ruleCellId = "", codeCellId = "", ...locationCellIds] = getCellIds(rule);
          const listLocations = () => send({ kind: "listPlaces", code });
          return (
            <tr key={code}>
              <td>
                <SeverityIcon severity={severity} />
                <span class="dwf-unseen">{severityLabel}</span>
              </td>
              <td>
                <button {...getCellProps(ruleCellId)} class="dwf-link dwo-rule" onClick={listLocations}>
                  <Summary text={summary} />
                </button>
                <p class="dwo-text">
                  <button
                    {...getCellProps(codeCellId)}
                    class="dwf-link"
                    onClick={() => send({ kind: "showRule", code })}
                  >
                    {code}
                  </button>
                  {fixLabel !== "" && <span class="dwf-tag">{fixLabel}</span>}
                </p>
                <p class="dwo-places">
                  {locations.map(({ label: path, message }, index) => (
                    <button
                      key={path}
                      {...getCellProps(locationCellIds[index] ?? "")}
                      class="dwf-link"
                      title={message}
                      onClick={() => send({ kind: "openPlace", code, label: path })}
                    >
                      <VisibleText text={path} />
                    </button>
                  ))}
                  {moreText !== "" && (
                    <button {...getCellProps(locationCellIds.at(-1) ?? "")} class="dwf-link" onClick={listLocations}>
                      {moreText}
                    </button>
                  )}
                </p>
              </td>
              <td class="dwo-number">{count}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The summary of a rule. Names in the summary are in backticks. */
function Summary({ text }: { readonly text: string }): VNode {
  const parts = text.split("`");
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 && parts.length % 2 === 1 ? (
          <code key={index}>{part}</code>
        ) : (
          <VisibleText key={index} text={part} />
        ),
      )}
    </>
  );
}

/**
 * The IDs of the buttons in a row: the buttons for the rule, its code, its first locations, and the other locations.
 */
function getCellIds({ code, locations, moreText }: RuleView): readonly string[] {
  const count = 2 + locations.length + (moreText === "" ? 0 : 1);
  return Array.from({ length: count }, (_, index) => `${code} ${index}`);
}

function clampIndex({ length }: readonly unknown[], index: number): number {
  return Math.max(0, Math.min(length - 1, index));
}

/** VS Code's icon for a severity, shown next to the severity's label. */
function SeverityIcon({ severity }: { readonly severity: OverviewSeverity }): VNode {
  return (
    <svg class="dwo-severity" data-severity={severity} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={severityIconPaths[severity]} />
    </svg>
  );
}

const severityIconPaths: Readonly<Record<OverviewSeverity, string>> = {
  error: "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM5.5 5.5l5 5M10.5 5.5l-5 5",
  warning: "M8 1.75 14.75 14H1.25ZM8 6v4M8 11.75v.5",
  information: "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM8 7v4.25M8 4.5v.75",
  hint: "M8 1.75A4.25 4.25 0 0 0 5.5 9.4V11.5h5V9.4A4.25 4.25 0 0 0 8 1.75ZM6 14h4",
};
