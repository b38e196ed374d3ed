import type { ComponentChildren, VNode } from "preact";
import type { PanelFacts, PanelFreshness } from "../../../server/src/feedback/view/panel-model.ts";
import { firstQuery } from "../../../server/src/feedback/view/panel-protocol.ts";
import { isNarrowed } from "./filters.tsx";
import { type PanelTextKey, type TranslateText, useMoments, useTranslate } from "./language.ts";
import { usePanelStore } from "./panel-context.ts";
import type { PanelState } from "./panel-store.ts";
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

/** Shown instead of the panel's content while there are no entries. */
export function WithoutEntries({ facts }: { readonly facts: PanelFacts }): VNode {
  const store = usePanelStore();
  const translate = useTranslate();
  const { project, hasKey, freshness } = facts;
  if (!project)
    return (
      <Card title={translate("notSetUp")}>
        <p>{translate("notSetUpWords")}</p>
        <p class="dwf-card-actions">
          <Action main kind="setUp" />
          <Action kind="setKey" />
        </p>
      </Card>
    );
  if (freshness.kind === "loading") return <PanelSkeleton />;
  if (freshness.failure)
    return (
      <Card
        title={isPaused(freshness) ? formatFailure(translate, freshness.failure) : translate("failedTitle")}
      >
        <Failure freshness={freshness} />
      </Card>
    );
  if (!hasKey)
    return (
      <Card title={translate("noKey")}>
        <p>
          <VisibleText text={translate("noKeyWords", project.projectId, project.baseUrl)} />
        </p>
        <p class="dwf-card-actions">
          <Action main kind="setKey" />
        </p>
      </Card>
    );
  const isRequested = freshness.kind !== "none";
  return (
    <Card title={translate(isRequested ? "noFeedback" : "notAsked")}>
      <p>
        <VisibleText text={translate(isRequested ? "noFeedbackWords" : "notAskedWords", project.projectId)} />
      </p>
      <p class="dwf-card-actions">
        <Action main kind="refresh" />
        {!isRequested && <Action kind="setKey" />}
        {isRequested && project.hasDashboard && (
          <button type="button" class="dwf-button" onClick={() => store.send({ kind: "openDashboard" })}>
            {translate("openDashboard")}
          </button>
        )}
      </p>
    </Card>
  );
}

/** Shown instead of the list if the filters match nothing. */
export function NothingListed({ state }: { readonly state: PanelState }): VNode {
  const store = usePanelStore();
  const translate = useTranslate();
  const isNarrow = isNarrowed(state.query);
  const { sort, groupBy } = state.query;
  return (
    <Card title={translate(isNarrow ? "noMatch" : "allDone")}>
      <p>{translate(isNarrow ? "noMatchWords" : "allDoneWords")}</p>
      <p class="dwf-card-actions">
        <button
          type="button"
          class="dwf-button"
          onClick={() =>
            isNarrow ? store.askFor({ ...firstQuery, sort, groupBy }) : store.ask({ work: "all" })
          }
        >
          {translate(isNarrow ? "clearFilters" : "showAllEntries")}
        </button>
      </p>
    </Card>
  );
}

/** Shown above the entries: what is missing, and why. */
export function Warnings({ freshness }: { readonly freshness: PanelFreshness }): VNode | null {
  const translate = useTranslate();
  const { exact } = useMoments();
  const { failure, warnings, loadedSince } = freshness;
  if (!failure && warnings.length === 0 && loadedSince === undefined) return null;
  return (
    <section
      class="dwf-strip"
      aria-label={translate("warnings")}
      data-failed={failure !== undefined && !isPaused(freshness)}
    >
      {warnings.map((text, at) => (
        <p key={at}>
          <VisibleText text={text} />
        </p>
      ))}
      {loadedSince !== undefined && <p>{translate("loadedSince", exact(loadedSince))}</p>}
      {failure && <Failure freshness={freshness} />}
    </section>
  );
}

function Failure({ freshness: { failure } }: { readonly freshness: PanelFreshness }): VNode | null {
  const translate = useTranslate();
  const now = useNow(30_000);
  if (!failure) return null;
  const { kind, status, message, details, until = 0 } = failure;
  const isAboutKey = kind === "key-refused" || kind === "not-allowed";
  const reason = [status, kind, details].filter((part) => part !== undefined);
  return (
    <>
      <p>
        <VisibleText text={message} />
      </p>
      <p class="dwf-card-actions">
        {isAboutKey && <Action main kind="setKey" />}
        {kind === "not-found" && <Action main kind="setUp" />}
        {until <= now && (
          <Action main={!isAboutKey && kind !== "not-found"} kind="refresh" words={translate("tryAgain")} />
        )}
      </p>
      {(details !== undefined || status !== undefined) && (
        <details>
          <summary>{translate("details")}</summary>
          <pre class="dwf-code">
            <VisibleText text={reason.join(" · ")} />
          </pre>
        </details>
      )}
    </>
  );
}

/** Whether loading can continue at a known time, which isn't an error. */
function isPaused({ failure }: PanelFreshness): boolean {
  return failure?.until !== undefined;
}

interface ActionProps {
  readonly kind: "setUp" | "setKey" | "refresh";
  readonly main?: boolean;
  readonly words?: string;
}

function Action({ kind, main = false, words }: ActionProps): VNode {
  const store = usePanelStore();
  const translate = useTranslate();
  return (
    <button
      type="button"
      class={main ? "dwf-button dwf-main" : "dwf-button"}
      onClick={() => store.send({ kind })}
    >
      {words ?? translate(kind)}
    </button>
  );
}

/** A placeholder shown while data is loading. */
export function PanelSkeleton(): VNode {
  const translate = useTranslate();
  return (
    <div class="dwf-bones" role="status" aria-label={translate("loadingFirst")}>
      {Array.from({ length: 7 }, (_, at) => (
        <span key={at} class="dwf-bone" />
      ))}
    </div>
  );
}

/** By `FeedbackFailure.kind`. */
const words: Readonly<Record<string, PanelTextKey>> = {
  "key-refused": "failedKey",
  "not-allowed": "failedNotAllowed",
  "not-found": "failedNotFound",
  "too-many-requests": "failedTooMany",
  "budget-spent": "failedBudget",
  "service-broken": "failedBroken",
  certificate: "failedCertificate",
  redirected: "failedRedirected",
  "not-json": "failedUnreadable",
  "cut-off": "failedUnreadable",
  "too-large": "failedUnreadable",
  "bad-answer": "failedUnreadable",
  refused: "failedRefused",
  "bad-question": "failedRefused",
};

/** Returns a short description of the failure. The full reason is shown with the available actions. */
export function formatFailure(translate: TranslateText, failure: PanelFreshness["failure"]): string {
  return translate(words[failure?.kind ?? ""] ?? "failedSilent");
}
