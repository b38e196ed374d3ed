import type { ComponentChildren, VNode } from "preact";
import type { ShownEntry, ShownPage } from "../../../server/src/feedback/view/panel-model.ts";
import { CutText } from "./cut-text.tsx";
import { useMoments } from "./moment-words.ts";
import { useStore } from "./panel-context.ts";
import { nameOf, useSay, type PanelWord } from "./panel-words.ts";
import { RatingMark } from "./rating-mark.tsx";
import { TriageForm } from "./triage-form.tsx";
import { useNow } from "./use-now.ts";
import { VisibleText } from "./visible-text.tsx";

interface EntryViewProps {
  readonly entry: ShownEntry;
  /** Once the person has asked for it. */
  readonly contact: string | undefined;
  readonly hasDashboard: boolean;
}

/** The open entry in full. What readers wrote is plain text: nothing in it is a link or does anything. */
export function EntryView({ entry, contact, hasDashboard }: EntryViewProps): VNode {
  const store = useStore();
  const say = useSay();
  const { list } = useMoments();
  const { id, page, comment, snippet, rating, source, incomplete, maskedContact } = entry;
  return (
    <article class="dwf-entry" aria-label={say("entry")}>
      <header class="dwf-entry-head">
        <PageHead page={page} />
        <p class="dwf-entry-facts">
          <RatingMark rating={rating} words />
          <Age entry={entry} />
          <span>
            {say("source")}
            {say("colon")}
            <VisibleText text={nameOf(say, "source", source)} />
          </span>
        </p>
        <div class="dwf-entry-actions">
          <button
            type="button"
            class="dwf-button dwf-main"
            disabled={!page.isJoined}
            aria-keyshortcuts="o"
            title={`${say("openSource")} (o)`}
            onClick={() => store.send({ kind: "openSource", id })}
          >
            {say("openSource")}
          </button>
          {hasDashboard && (
            <button
              type="button"
              class="dwf-button"
              title={say("dashboardHint")}
              onClick={() => store.send({ kind: "openDashboard", id })}
            >
              {say("openDashboard")}
            </button>
          )}
        </div>
      </header>
      {comment ? (
        <Part title={say("comment")}>
          <CutText text={comment} isCode={false} />
        </Part>
      ) : (
        !snippet && <p class="dwf-words">{say("noComment")}</p>
      )}
      {snippet && (
        <Part title={say("code")}>
          {(snippet.filename !== undefined || snippet.lang !== undefined) && (
            <p class="dwf-code-head">
              <VisibleText text={[snippet.filename, snippet.lang].filter(Boolean).join(" · ")} />
            </p>
          )}
          <CutText text={snippet.code} isCode />
        </Part>
      )}
      {maskedContact !== undefined && (
        <Part title={say("contact")}>
          <p class="dwf-contact">
            <VisibleText text={contact ?? maskedContact} />{" "}
            {contact === undefined && (
              <button type="button" class="dwf-link" onClick={() => store.send({ kind: "reveal", id })}>
                {say("reveal")}
              </button>
            )}
          </p>
        </Part>
      )}
      <Part title={say("statusOfService")}>
        <p class="dwf-status">
          <span class="dwf-tag" data-status={entry.status}>
            <VisibleText text={nameOf(say, "status", entry.status)} />
          </span>{" "}
          <span class="dwf-words">{say("statusWords")}</span>
        </p>
      </Part>
      <TriageForm entry={entry} />
      {incomplete.length > 0 && (
        <p class="dwf-words">
          <VisibleText text={say("incomplete", list(incomplete))} />
        </p>
      )}
    </article>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }): VNode {
  return (
    <section class="dwf-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function PageHead({ page }: { readonly page: ShownPage }): VNode {
  const say = useSay();
  const { title, operation, groups, path, url, by, isJoined, reason } = page;
  return (
    <>
      {groups.length > 0 && (
        <p class="dwf-crumbs">
          <VisibleText text={groups.join(" › ")} />
        </p>
      )}
      <h2>
        {operation !== undefined && <code class="dwf-operation">{operation}</code>}
        <VisibleText text={title} />
      </h2>
      <p class="dwf-path">
        <code>
          <VisibleText text={path} />
        </code>
        {by !== undefined && by !== "address" && url !== undefined && (
          <span>
            {" "}
            → <code>{url}</code>, {say(`by_${by}` satisfies PanelWord)}
          </span>
        )}
      </p>
      {!isJoined && (
        <p class="dwf-warning">{reason === undefined ? say("noFile") : <VisibleText text={reason} />}</p>
      )}
    </>
  );
}

function Age({ entry: { at, atText } }: { readonly entry: ShownEntry }): VNode | null {
  const { ago, exact } = useMoments();
  const now = useNow(60_000);
  if (at !== undefined) return <time title={exact(at)}>{ago(at, now)}</time>;
  return atText === undefined ? null : (
    <span>
      <VisibleText text={atText} />
    </span>
  );
}
