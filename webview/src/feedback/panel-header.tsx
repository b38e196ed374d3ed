import type { VNode } from "preact";
import type { PanelFacts } from "../../../server/src/feedback/view/panel-model.ts";
import { ExportMenu } from "./export-menu.tsx";
import { failureWords } from "./failure-words.ts";
import { useMoments } from "./moment-words.ts";
import { useStore } from "./panel-context.ts";
import type { PanelState } from "./panel-state.ts";
import { useSay, type PanelWord } from "./panel-words.ts";
import { useNow } from "./use-now.ts";
import { VisibleText } from "./visible-text.tsx";

const said: Readonly<Partial<Record<PanelFacts["freshness"]["kind"], PanelWord>>> = {
  loading: "loadingFirst",
  fresh: "readAll",
};

/** Which project, how fresh it is, what is left of the hour's requests, and what can be done with all of it. */
export function PanelHeader({
  state,
  onHelp,
}: {
  readonly state: PanelState;
  readonly onHelp: () => void;
}): VNode {
  const store = useStore();
  const say = useSay();
  const { facts, showsOverview, list } = state;
  const freshness = facts?.project && facts.freshness;
  const word = freshness && said[freshness.kind];
  const isLoading = facts?.freshness.kind === "loading";
  return (
    <header class="dwf-head">
      <h1>
        {say("title")}{" "}
        {facts?.project && (
          <span class="dwf-project" title={facts.project.baseUrl}>
            <VisibleText text={facts.project.projectId} />
          </span>
        )}
      </h1>
      <p class="dwf-freshness">{facts?.project && <Freshness facts={facts} />}</p>
      {/* What has begun and ended is read out, not each second and minute that passes. */}
      <span class="dwf-unseen" role="status">
        {freshness?.failure ? failureWords(say, freshness.failure) : word && say(word)}
      </span>
      <div class="dwf-head-tools">
        {facts && facts.total > 0 && (
          <button
            type="button"
            class="dwf-button"
            aria-pressed={showsOverview}
            onClick={() => store.set({ showsOverview: !showsOverview })}
          >
            {say("showTrend")}
          </button>
        )}
        {list && list.entries > 0 && <ExportMenu entries={list.entries} />}
        {facts?.project && (
          <>
            {facts.project.hasDashboard && (
              <button
                type="button"
                class="dwf-button"
                title={say("dashboardHint")}
                onClick={() => store.send({ kind: "openDashboard" })}
              >
                {say("dashboard")}
              </button>
            )}
            <button
              type="button"
              class="dwf-button"
              title={isLoading ? undefined : say("refreshHint")}
              onClick={() => store.send({ kind: isLoading ? "cancel" : "refresh" })}
            >
              {say(isLoading ? "cancel" : "refresh")}
            </button>
          </>
        )}
        <button
          type="button"
          class="dwf-button dwf-icon"
          aria-label={say("help")}
          title={`${say("help")} (?)`}
          onClick={onHelp}
        >
          ?
        </button>
      </div>
    </header>
  );
}

function Freshness({ facts: { freshness, budget } }: { readonly facts: PanelFacts }): VNode {
  const say = useSay();
  const { ago, exact } = useMoments();
  const isWaiting = freshness.waitingUntil !== undefined;
  const now = useNow(isWaiting ? 1000 : 30_000);
  const { kind, refreshedAt, received = 0, waitingUntil } = freshness;
  const asked = refreshedAt === undefined ? undefined : ago(Math.min(refreshedAt, now), now);
  const failed = failureWords(say, freshness.failure);
  const words = {
    none: "",
    loading: received > 0 ? say("loading", received) : say("loadingFirst"),
    fresh: say("fresh", asked ?? ""),
    cached: asked === undefined ? say("cachedUndated") : say("cached", asked),
    partial: say("partial", asked ?? ""),
    failed: asked === undefined ? failed : say("failed", failed, asked),
  }[kind];
  const next =
    budget.nextAt === undefined
      ? say("budgetWords", budget.limit)
      : say("budgetHint", ago(budget.nextAt, now), budget.limit);
  return (
    <>
      <span title={refreshedAt === undefined ? undefined : exact(refreshedAt)}>
        {kind === "loading" && waitingUntil !== undefined
          ? say("waiting", countdown(waitingUntil - now))
          : words}
      </span>
      <span class="dwf-budget" title={next} data-low={budget.left <= budget.limit / 10}>
        {say("budget", budget.left, budget.limit)}
      </span>
    </>
  );
}

/** `0:42` */
function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
