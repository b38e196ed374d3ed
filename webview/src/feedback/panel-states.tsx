import type { ComponentChildren, VNode } from "preact";
import type { PanelData, PanelFreshness } from "../../../server/src/feedback/view/panel-model.ts";
import { defaultQuery } from "../../../server/src/feedback/view/panel-protocol.ts";
import { formats } from "../language/formats.ts";
import { translate } from "../language/translate.ts";
import { hasFilters } from "./filters.tsx";
import { type PanelState, usePanelStore } from "./panel-store.ts";
import { VisibleText } from "./text.tsx";
import { useNow } from "./trend-chart.tsx";

interface CardProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** A message with the next step. */
function Card({ title, children }: CardProps): VNode {
  return (
    <div class="dwf-card">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** A message that replaces the panel's content while there are no entries. */
export function NoEntries({ facts }: { readonly facts: PanelData }): VNode {
  const store = usePanelStore();
  const { project, hasKey, freshness } = facts;
  if (!project)
    return (
      <Card title={translate("Set up reader feedback")}>
        <p>
          {translate(
            "See ratings and comments from your published site next to the pages they’re about. To get started, specify your project in the documentation service. The API key is kept in VS Code’s secret storage.",
          )}
        </p>
        <p class="dwf-card-actions">
          <Action isPrimary kind="setUp" />
          <Action kind="setKey" />
        </p>
      </Card>
    );
  if (freshness.kind === "loading") return <PanelSkeleton />;
  if (freshness.failure)
    return (
      <Card title={isPaused(freshness) ? formatFailure(freshness.failure) : translate("Couldn’t load feedback")}>
        <Failure freshness={freshness} />
      </Card>
    );
  if (!hasKey)
    return (
      <Card title={translate("API key required")}>
        <p>
          <VisibleText
            text={translate(
              "To read feedback for project {0}, Docwright needs an administrator’s API key from your dashboard. The key is kept in VS Code’s secret storage and sent only to {1}.",
              project.projectId,
              project.baseUrl,
            )}
          />
        </p>
        <p class="dwf-card-actions">
          <Action isPrimary kind="setKey" />
        </p>
      </Card>
    );
  const isRequested = freshness.kind !== "none";
  return (
    <Card title={translate(isRequested ? "No feedback yet" : "Feedback not loaded yet")}>
      <p>
        <VisibleText
          text={translate(
            isRequested
              ? "Readers of {0} haven’t rated or commented on any pages."
              : "Docwright hasn’t requested feedback for {0} yet. Refresh to load it.",
            project.projectId,
          )}
        />
      </p>
      <p class="dwf-card-actions">
        <Action isPrimary kind="refresh" />
        {!isRequested && <Action kind="setKey" />}
        {isRequested && project.hasDashboard && (
          <button type="button" class="dwf-button" onClick={() => store.send({ kind: "openDashboard" })}>
            {translate("Open dashboard")}
          </button>
        )}
      </p>
    </Card>
  );
}

/** Shown instead of the list if no entry matches the filters. */
export function EmptyList({ state }: { readonly state: PanelState }): VNode {
  const store = usePanelStore();
  const isFiltered = hasFilters(state.query);
  const { sort, groupBy } = state.query;
  return (
    <Card title={translate(isFiltered ? "No matching entries" : "No open entries")}>
      <p>
        {translate(
          isFiltered
            ? "No entries match your search and filters."
            : "To see entries that are done, snoozed, or closed, select “All”.",
        )}
      </p>
      <p class="dwf-card-actions">
        <button
          type="button"
          class="dwf-button"
          onClick={() =>
            isFiltered ? store.replaceQuery({ ...defaultQuery, sort, groupBy }) : store.changeQuery({ work: "all" })
          }
        >
          {translate(isFiltered ? "Clear filters" : "Show all entries")}
        </button>
      </p>
    </Card>
  );
}

/** Lists the missing data, along with the reason why it's missing, above the entries. */
export function Warnings({ freshness }: { readonly freshness: PanelFreshness }): VNode | null {
  const { formatExactTime } = formats;
  const { failure, warnings, loadedSince } = freshness;
  if (!failure && warnings.length === 0 && loadedSince === undefined) return null;
  return (
    <section
      class="dwf-strip"
      aria-label={translate("Warnings")}
      data-failed={failure !== undefined && !isPaused(freshness)}
    >
      {warnings.map((text, index) => (
        <p key={index}>
          <VisibleText text={text} />
        </p>
      ))}
      {loadedSince !== undefined && (
        <p>
          {translate("Loaded entries back to {0} so far. Older entries will load next.", formatExactTime(loadedSince))}
        </p>
      )}
      {failure && <Failure freshness={freshness} />}
    </section>
  );
}

function Failure({ freshness: { failure } }: { readonly freshness: PanelFreshness }): VNode | null {
  const now = useNow(30_000);
  if (!failure) return null;
  const { kind, status, message, details, until = 0 } = failure;
  const isKeyProblem = kind === "key-refused" || kind === "not-allowed";
  const reasonParts = [status, kind, details].filter((part) => part !== undefined);
  return (
    <>
      <p>
        <VisibleText text={message} />
      </p>
      <p class="dwf-card-actions">
        {isKeyProblem && <Action isPrimary kind="setKey" />}
        {kind === "not-found" && <Action isPrimary kind="setUp" />}
        {until <= now && (
          <Action isPrimary={!isKeyProblem && kind !== "not-found"} kind="refresh" label={translate("Try again")} />
        )}
      </p>
      {(details !== undefined || status !== undefined) && (
        <details>
          <summary>{translate("Details")}</summary>
          <pre class="dwf-code">
            <VisibleText text={reasonParts.join(" · ")} />
          </pre>
        </details>
      )}
    </>
  );
}

/** Whether loading is paused until a specific time, which isn't an error. */
function isPaused({ failure }: PanelFreshness): boolean {
  return failure?.until !== undefined;
}

interface ActionProps {
  readonly kind: "setUp" | "setKey" | "refresh";
  readonly isPrimary?: boolean;
  readonly label?: string;
}

const actionLabels = {
  setUp: translate("Set up project"),
  setKey: translate("Set API key"),
  refresh: translate("Refresh"),
};

function Action({ kind, isPrimary = false, label }: ActionProps): VNode {
  const store = usePanelStore();
  return (
    <button type="button" class={isPrimary ? "dwf-button dwf-main" : "dwf-button"} onClick={() => store.send({ kind })}>
      {label ?? actionLabels[kind]}
    </button>
  );
}

/** A placeholder shown while data is loading. */
export function PanelSkeleton(): VNode {
  return (
    <div class="dwf-bones" role="status" aria-label={translate("Loading feedback…")}>
      {Array.from({ length: 7 }, (_, index) => (
        <span key={index} class="dwf-bone" />
      ))}
    </div>
  );
}

/** The descriptions of failures by `FeedbackFailure.kind`. */
const reasons: Readonly<Record<string, string>> = {
  "key-refused": translate("The service rejected the API key"),
  "not-allowed": translate("The API key doesn’t have access to this project"),
  "not-found": translate("The service couldn’t find this project"),
  "too-many-requests": translate("The service is still rate-limiting requests"),
  "budget-spent": translate("Hourly request limit reached"),
  "service-broken": translate("The service reported an internal error"),
  certificate: translate("The service’s certificate isn’t trusted"),
  redirected: translate("The service redirected to a different URL"),
  "not-json": translate("Couldn’t read the service’s response"),
  "cut-off": translate("Couldn’t read the service’s response"),
  "too-large": translate("Couldn’t read the service’s response"),
  "bad-answer": translate("Couldn’t read the service’s response"),
  refused: translate("The service rejected the request"),
  "bad-question": translate("The service rejected the request"),
};

/** Returns a short description of the failure. The full reason is shown with the available actions. */
export function formatFailure(failure: PanelFreshness["failure"]): string {
  return reasons[failure?.kind ?? ""] ?? translate("The service didn’t respond");
}
