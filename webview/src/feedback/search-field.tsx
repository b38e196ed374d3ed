import type { VNode } from "preact";
import type { ListQuery } from "../../../server/src/feedback/view/panel-protocol.ts";
import { useStore } from "./panel-context.ts";
import { useSay } from "./panel-words.ts";

/** Finds while it is typed in. Escape clears it, Arrow Down and Enter go to the list. */
export function SearchField({ query }: { readonly query: ListQuery }): VNode {
  const store = useStore();
  const say = useSay();
  return (
    <div class="dwf-search">
      <input
        type="search"
        class="dwf-input"
        data-search=""
        aria-label={say("search")}
        title={say("searchHint")}
        placeholder={say("searchPlaceholder")}
        maxLength={1000}
        value={query.search}
        onInput={({ currentTarget: { value } }) => store.ask({ search: value })}
        onKeyDown={(event) => {
          if (event.key === "Escape" && query.search !== "") {
            event.stopPropagation();
            store.ask({ search: "" });
          }
          if (event.key !== "ArrowDown" && event.key !== "Enter") return;
          event.preventDefault();
          document.querySelector<HTMLElement>("[data-list]")?.focus();
        }}
      />
    </div>
  );
}
