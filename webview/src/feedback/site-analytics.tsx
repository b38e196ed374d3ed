import type { VNode } from "preact";
import { analyticsDays, type PageViews, type PanelAnalytics } from "../../../server/src/feedback/view/panel-model.ts";
import { formats } from "../language/formats.ts";
import { translate } from "../language/translate.ts";
import { MenuChip } from "./chips.tsx";
import { usePanelStore } from "./panel-store.ts";
import { VisibleText } from "./text.tsx";
import { useNow } from "./trend-chart.tsx";

const analyticsLabels = {
  views: translate("page views"),
  searches: translate("searches"),
  questions: translate("questions to the assistant"),
};

/** Returns a sentence with the number of page views by people and by AI agents. */
export function describeViews({ human, ai }: PageViews): string {
  return translate("Views in the last {2} days: {0} by people, {1} by AI", human, ai, analyticsDays);
}

/** The page views, searches, and questions on one line. Menus list the individual searches and questions. */
export function SiteAnalytics({ analytics }: { readonly analytics: PanelAnalytics }): VNode {
  const { formatAgo, formatExactTime, formatList } = formats;
  const now = useNow(60_000);
  const { views, searches, questions, denied, askedAt } = analytics;
  return (
    <section class="dwf-analytics" aria-label={translate("Views, searches, and questions")}>
      {(views ?? searches ?? questions) && <h2>{translate("Last {0} days", analyticsDays)}</h2>}
      {views && <span>{translate("Views: {0} by people, {1} by AI", views.human, views.ai)}</span>}
      {searches && <Searches searches={searches} />}
      {questions && <Questions questions={questions} />}
      {denied.length > 0 && (
        <span class="dwf-words">
          {translate("Not available with this API key: {0}", formatList(denied.map((part) => analyticsLabels[part])))}
        </span>
      )}
      <span class="dwf-words" title={formatExactTime(askedAt)}>
        {translate("Updated {0}", formatAgo(Math.min(askedAt, now), now))}
      </span>
    </section>
  );
}

function Searches({
  searches: { total, terms },
}: {
  readonly searches: NonNullable<PanelAnalytics["searches"]>;
}): VNode {
  const store = usePanelStore();
  const { formatNumber, formatPercent } = formats;
  return (
    <MenuChip
      label={translate("Searches")}
      value={formatNumber(total)}
      hint={translate("Readers’ most frequent searches")}
    >
      {(close) => (
        <>
          <p class="dwf-words">
            {translate(
              "Number of searches, and how often readers selected a result. To search the feedback for a term, select it.",
            )}
          </p>
          {terms.map(({ text, count, clicked }) => (
            <button
              key={text}
              type="button"
              class="dwf-choice"
              onClick={() => {
                store.changeQuery({ search: text });
                close();
              }}
            >
              <span class="dwf-choice-name">
                <VisibleText text={text} />
              </span>
              <span class="dwf-count">{formatNumber(count)}</span>
              <span class="dwf-count dwf-share">{formatPercent(clicked)}</span>
            </button>
          ))}
        </>
      )}
    </MenuChip>
  );
}

function Questions({
  questions: { count, unanswered, hasMore, latest: latestQuestions },
}: {
  readonly questions: NonNullable<PanelAnalytics["questions"]>;
}): VNode {
  const { formatNumber } = formats;
  return (
    <MenuChip
      label={translate("Questions")}
      value={hasMore ? translate("more than {0}", count) : formatNumber(count)}
      hint={translate("Questions readers asked the assistant")}
    >
      {() => (
        <>
          <p class="dwf-words">
            {translate("Of the latest {0} questions to the assistant, {1} weren’t answered.", count, unanswered)}
          </p>
          <ul class="dwf-questions">
            {latestQuestions.map(({ text, isAnswered }, index) => (
              <li key={index}>
                <VisibleText text={text} /> {!isAnswered && <span class="dwf-tag">{translate("Unanswered")}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </MenuChip>
  );
}
