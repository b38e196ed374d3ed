import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ShownCommit, ShownEntry, ShownPage } from "../../../server/src/feedback/view/panel-model.ts";
import { useUniqueId } from "../components/tabs.tsx";
import { formats } from "../language/formats.ts";
import { translate } from "../language/translate.ts";
import { usePanelStore } from "./panel-store.ts";
import { describeViews } from "./site-analytics.tsx";
import { getLabel, RatingSymbol, TruncatedText, VisibleText } from "./text.tsx";
import { useNow } from "./trend-chart.tsx";

/** A form for the local triage of an entry, which is separate from the service's own status. */
export function TriageForm({ entry: { id, triage } }: { readonly entry: ShownEntry }): VNode {
  const store = usePanelStore();
  const headingId = useUniqueId();
  const statusButtons = [
    { mark: "done", label: translate("Done"), key: "d", hint: translate("Mark as done, or reopen") },
    { mark: "later", label: translate("Snoozed"), key: "l", hint: translate("Snooze, or reopen") },
  ] as const;
  return (
    <section class="dwf-triage" aria-labelledby={headingId}>
      <h3 id={headingId}>{translate("Local triage")}</h3>
      <p class="dwf-words">{translate("Saved only on this machine. The service and your team don’t see it.")}</p>
      <div class="dwf-triage-marks">
        {statusButtons.map(({ mark, label, key, hint }) => (
          <button
            key={mark}
            type="button"
            class="dwf-button"
            aria-pressed={triage.mark === mark}
            aria-keyshortcuts={key}
            title={`${hint} (${key})`}
            onClick={() => store.triage({ mark: triage.mark === mark ? null : mark })}
          >
            {label}
          </button>
        ))}
      </div>
      <label class="dwf-field">
        {translate("Assigned to")}
        <Draft
          key={`assigned ${id}`}
          kind="assigned"
          savedText={triage.assigned ?? ""}
          hint={`${translate("Name")} (a)`}
          onSave={(text) => store.triage({ assigned: text.trim() === "" ? null : text.trim() }, id)}
        />
      </label>
      <label class="dwf-field">
        {translate("Note")}
        <Draft
          key={`note ${id}`}
          kind="note"
          savedText={triage.note ?? ""}
          hint={`${translate("Only you can see this")} (n)`}
          onSave={(text) => store.triage({ note: text.trim() === "" ? null : text }, id)}
        />
      </label>
    </section>
  );
}

interface DraftProps {
  readonly kind: "assigned" | "note";
  readonly savedText: string;
  readonly hint: string;
  readonly onSave: (text: string) => void;
}

/**
 * A text field that saves its content when it loses the focus, when it's removed, or when Enter is pressed (in a note,
 * Ctrl+Enter). Escape returns to the list.
 */
function Draft({ kind, savedText, hint, onSave }: DraftProps): VNode {
  const [draft, setDraft] = useState(savedText);
  const isTyping = useRef(false);
  useEffect(() => {
    if (!isTyping.current) setDraft(savedText);
  }, [savedText]);
  const latestDraftRef = useRef({ draft, savedText, onSave });
  latestDraftRef.current = { draft, savedText, onSave };
  const saveDraft = (): void => {
    const latestDraft = latestDraftRef.current;
    isTyping.current = false;
    if (latestDraft.draft !== latestDraft.savedText) latestDraft.onSave(latestDraft.draft);
  };
  // Saves the draft if another entry opens while this one is being edited.
  useEffect(() => saveDraft, []);
  const props = {
    class: "dwf-input",
    value: draft,
    title: hint,
    placeholder: hint,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      isTyping.current = true;
      setDraft(currentTarget.value);
    },
    onBlur: saveDraft,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" || (kind === "note" && !event.ctrlKey && !event.metaKey)) return;
      event.preventDefault();
      document.querySelector<HTMLElement>("[data-list]")?.focus();
    },
  };
  return kind === "note" ? (
    <textarea {...props} rows={3} maxLength={20_000} data-note="" />
  ) : (
    <input {...props} type="text" maxLength={200} data-assign="" autocomplete="off" spellcheck={false} />
  );
}

/** The time in milliseconds during which the button confirms that the text was copied. */
const copyConfirmationMilliseconds = 2000;

function CopyIssue({ id }: { readonly id: string }): VNode {
  const store = usePanelStore();
  const [copyCount, setCopyCount] = useState(0);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (copyCount === 0) return;
    setCopied(true);
    const timer = setTimeout(() => setCopied(false), copyConfirmationMilliseconds);
    return () => clearTimeout(timer);
  }, [copyCount]);
  return (
    <>
      <button
        type="button"
        class="dwf-button"
        title={translate("Copies the entry as Markdown, without the email address")}
        onClick={() => {
          store.send({ kind: "copyIssue", id });
          setCopyCount(copyCount + 1);
        }}
      >
        {translate(isCopied ? "Copied" : "Copy as issue")}
      </button>
      <span role="status" class="dwf-unseen">
        {isCopied && translate("Copied")}
      </span>
    </>
  );
}

interface EntryViewProps {
  readonly entry: ShownEntry;
  /** The reader's contact details without masking. Undefined until the author requests them. */
  readonly contact: string | undefined;
  readonly hasDashboard: boolean;
}

/**
 * The open entry with its full text. Comments from readers are rendered as plain text, without links or other active
 * content.
 */
export function EntryView({ entry, contact, hasDashboard }: EntryViewProps): VNode {
  const store = usePanelStore();
  const { formatList } = formats;
  const { id, page, comment, snippet, rating, source, incomplete, maskedContact, isContactNotKept } = entry;
  return (
    <article class="dwf-entry" aria-label={translate("Entry")}>
      <header class="dwf-entry-head">
        <PageHead page={page} />
        <p class="dwf-entry-facts">
          <RatingSymbol rating={rating} showsName />
          <Age entry={entry} />
          <span>
            {translate("Source")}
            {translate(": ")}
            <VisibleText text={getLabel("source", source)} />
          </span>
        </p>
        <div class="dwf-entry-actions">
          <button
            type="button"
            class="dwf-button dwf-main"
            disabled={!page.isJoined}
            aria-keyshortcuts="o"
            title={`${translate("Open in editor")} (o)`}
            onClick={() => store.send({ kind: "openSource", id })}
          >
            {translate("Open in editor")}
          </button>
          <CopyIssue key={id} id={id} />
          {hasDashboard && (
            <button
              type="button"
              class="dwf-button"
              title={translate("Open the service’s dashboard in your browser")}
              onClick={() => store.send({ kind: "openDashboard", id })}
            >
              {translate("Open dashboard")}
            </button>
          )}
        </div>
      </header>
      {comment ? (
        <EntrySection title={translate("Comment")}>
          <TruncatedText text={comment} isCode={false} />
        </EntrySection>
      ) : (
        !snippet && <p class="dwf-words">{translate("The reader didn’t leave a comment.")}</p>
      )}
      {snippet && (
        <EntrySection title={translate("Code")}>
          {(snippet.filename !== undefined || snippet.lang !== undefined) && (
            <p class="dwf-code-head">
              <VisibleText text={[snippet.filename, snippet.lang].filter(Boolean).join(" · ")} />
            </p>
          )}
          <TruncatedText text={snippet.code} isCode />
        </EntrySection>
      )}
      {maskedContact !== undefined && (
        <EntrySection title={translate("Contact")}>
          <p class="dwf-contact">
            <VisibleText text={contact ?? maskedContact} />{" "}
            {contact === undefined && (
              <button type="button" class="dwf-link" onClick={() => store.send({ kind: "reveal", id })}>
                {translate("Show email address")}
              </button>
            )}
          </p>
        </EntrySection>
      )}
      {isContactNotKept === true && (
        <EntrySection title={translate("Contact")}>
          <p class="dwf-words">
            {translate("Docwright doesn’t save email addresses. To see this address, reload all entries.")}{" "}
            <button type="button" class="dwf-link" onClick={() => store.send({ kind: "readAll" })}>
              {translate("Reload all")}
            </button>
          </p>
        </EntrySection>
      )}
      <EntrySection title={translate("Status in the service")}>
        <p class="dwf-status">
          <span class="dwf-tag" data-status={entry.status}>
            <VisibleText text={getLabel("status", entry.status)} />
          </span>{" "}
          <span class="dwf-words">
            {translate("You can change the status in the service’s dashboard, but not through its API.")}
          </span>
        </p>
      </EntrySection>
      {entry.resolvedBy && <ResolvingCommit commit={entry.resolvedBy} />}
      <TriageForm entry={entry} />
      {incomplete.length > 0 && (
        <p class="dwf-words">
          <VisibleText
            text={translate("Missing or invalid fields in the service’s response: {0}.", formatList(incomplete))}
          />
        </p>
      )}
    </article>
  );
}

function ResolvingCommit({ commit }: { readonly commit: ShownCommit }): VNode {
  const { formatDay } = formats;
  const { hash, subject, time, days, daysAfter, ratingsBefore, ratingsAfter } = commit;
  const formatRatings = ({ up, down }: ShownCommit["ratingsBefore"]): string => `▲ ${up} ▼ ${down}`;
  return (
    <EntrySection title={translate("Resolved by commit")}>
      <p>
        <code>{hash}</code> <VisibleText text={subject} /> · {formatDay(time)}
      </p>
      <p class="dwf-words">
        {translate("Ratings in the {0} days before the commit: {1}", days, formatRatings(ratingsBefore))}
        <br />
        {translate(
          {
            one: "Ratings after the commit ({0} day): {1}",
            other: "Ratings after the commit ({0} days): {1}",
          },
          daysAfter,
          formatRatings(ratingsAfter),
        )}
      </p>
    </EntrySection>
  );
}

function EntrySection({ title, children }: { readonly title: string; readonly children: ComponentChildren }): VNode {
  return (
    <section class="dwf-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

const matchLabels = {
  redirect: translate("found through a redirect"),
  rename: translate("found through a Git rename"),
  version: translate("found in the closest version"),
  language: translate("found in the closest language"),
};

function PageHead({ page }: { readonly page: ShownPage }): VNode {
  const { title, operation, groups, path, url, by, isJoined, reason, views } = page;
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
            → <code>{url}</code>, {matchLabels[by]}
          </span>
        )}
      </p>
      {views && <p class="dwf-words">{describeViews(views)}</p>}
      {!isJoined && (
        <p class="dwf-warning">
          {reason === undefined ? translate("No file on this site matches this path.") : <VisibleText text={reason} />}
        </p>
      )}
    </>
  );
}

function Age({ entry: { time: at, timeText } }: { readonly entry: ShownEntry }): VNode | null {
  const { formatAgo, formatExactTime } = formats;
  const now = useNow(60_000);
  if (at !== undefined) return <time title={formatExactTime(at)}>{formatAgo(at, now)}</time>;
  return timeText === undefined ? null : (
    <span>
      <VisibleText text={timeText} />
    </span>
  );
}
