import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FoundPage } from "../../../server/src/core/preview/view/page-view.ts";
import { useUniqueId } from "../components/tabs.tsx";
import { translate } from "../language/translate.ts";

export interface SearchDialogProps {
  readonly searchResult: { readonly query: string; readonly pages: readonly FoundPage[] } | undefined;
  readonly onQuery: (query: string) => void;
  readonly onOpen: (url: string) => void;
  readonly onClose: () => void;
}

/** The delay in milliseconds after the last keystroke before the search starts. */
const delayMilliseconds = 80;

/**
 * The site search, which also shows how boosts affect the order of the results. The arrow keys select a result, Enter
 * opens it, and Escape closes the dialog.
 */
export function SearchDialog({ searchResult, onQuery, onOpen, onClose }: SearchDialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useUniqueId();
  const [query, setQuery] = useState("");
  const [chosenIndex, choose] = useState(0);
  const pages = query.trim() === "" ? [] : (searchResult?.pages ?? []);
  const currentPage = pages[Math.min(chosenIndex, pages.length - 1)];
  // A layout effect opens the dialog immediately, so the next keystroke goes to the dialog.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (query.trim() === "") return undefined;
    const timer = setTimeout(() => onQuery(query), delayMilliseconds);
    return () => clearTimeout(timer);
  }, [query, onQuery]);
  useEffect(() => {
    document.getElementById(`${listId}-${chosenIndex}`)?.scrollIntoView({ block: "nearest" });
  }, [listId, chosenIndex]);
  const openPage = (page: FoundPage): void => {
    onClose();
    onOpen(`/${page.id}`);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && pages.length > 0) {
      event.preventDefault();
      choose((Math.min(chosenIndex, pages.length - 1) + step + pages.length) % pages.length);
    }
    if (event.key === "Enter" && currentPage) {
      event.preventDefault();
      openPage(currentPage);
    }
  };
  const hasResult = searchResult?.query === query;
  return (
    <dialog
      ref={dialog}
      class="dw-search"
      aria-label={translate("Search the site")}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <label class="dw-search-label" for={`${listId}-words`}>
        {translate("Search the site")}
      </label>
      <input
        id={`${listId}-words`}
        class="dw-search-words"
        type="search"
        list={undefined}
        role="combobox"
        aria-expanded={pages.length > 0}
        aria-controls={listId}
        {...(currentPage && { "aria-activedescendant": `${listId}-${pages.indexOf(currentPage)}` })}
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          choose(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" aria-label={translate("Pages")} class="dw-search-list" hidden={pages.length === 0}>
        {pages.map((page, index) => (
          <li
            key={page.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={page === currentPage}
            class="dw-search-page"
            onMouseMove={() => choose(index)}
            onClick={() => openPage(page)}
          >
            <span class="dw-search-head">
              <span class="dw-search-title">{page.title}</span>
              <Boost page={page} rank={index + 1} />
            </span>
            <span class="dw-search-excerpt">{page.excerpt}</span>
            <span class="dw-search-address">/{page.id}</span>
          </li>
        ))}
      </ul>
      {query.trim() !== "" && pages.length === 0 && (
        <p class="dw-search-nothing" role="status">
          {hasResult ? translate("No pages match your search.") : translate("Searching…")}
        </p>
      )}
      {query.trim() === "" && (
        <p class="dw-search-nothing">
          {translate(
            "Results are ranked approximately as on the published site. A badge shows where a boost changes the order.",
          )}
        </p>
      )}
    </dialog>
  );
}

/** The effect of a boost: its factor, the position without boosts, and the origin of the boost. */
function Boost({
  page: { boost, rankWithoutBoost },
  rank: index,
}: {
  readonly page: FoundPage;
  readonly rank: number;
}): VNode | null {
  if (boost.value === 1 && rankWithoutBoost === index) return null;
  const origin = boost.value === 1 || boost.source === "default" ? translate("No boost") : originLabels[boost.source];
  const message =
    rankWithoutBoost === index ? origin : translate("{0}; position {1} without boosts", origin, rankWithoutBoost);
  return (
    <span class="dw-search-boost" data-up={rankWithoutBoost > index || undefined} title={message}>
      {boost.value === 1 ? "" : `×${boost.value} `}
      {rankWithoutBoost > index
        ? `▲ ${translate("from {0}", rankWithoutBoost)}`
        : rankWithoutBoost < index
          ? `▼ ${translate("from {0}", rankWithoutBoost)}`
          : ""}
      <span class="dw-hidden-words">{message}</span>
    </span>
  );
}

const originLabels = {
  page: translate("Boost set on the page"),
  navigation: translate("Boost set in the navigation"),
};
