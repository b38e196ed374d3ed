import type { VNode } from "preact";
import { useContext, useMemo, useReducer } from "preact/hooks";
import type {
  SidebarGroup,
  SidebarItem,
  SidebarPage,
} from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/glyphs.tsx";
import { useOwnId } from "../components/use-id.ts";
import { ChangeMark } from "./change-mark.tsx";
import { type ChangedPages, ChangedPagesContext, changeOf } from "./changed-pages.ts";
import { useFrame } from "./frame-context.ts";
import { placeMark } from "./frame-place.ts";
import { ChromeLink, LinkIcon } from "./link-parts.tsx";

interface ListPlace {
  /** 0 for the top of the sidebar. */
  readonly depth: number;
  /** Labels of the groups around it: what is folded is known by them, so that it stays so over edits. */
  readonly path: string;
  readonly current: number | undefined;
  /** Groups around the page. */
  readonly open: readonly number[];
  readonly drilldown: boolean;
}

interface SidebarItemsProps extends ListPlace {
  readonly items: readonly SidebarItem[];
}

/** Of a group that the page is not in: always the same, so that the group is not gone through again. */
const nowhere: Pick<ListPlace, "current" | "open"> = { current: undefined, open: [] };

/** The groups and pages of a sidebar or of a group in it. */
export function SidebarItems({ items, ...place }: SidebarItemsProps): VNode {
  return (
    <ul class="dw-site-items" data-depth={place.depth}>
      {items.map((item) =>
        item.kind === "page" ? (
          <li key={`p${item.href}`}>
            <Page page={item} current={item.n === place.current} />
          </li>
        ) : (
          <li key={`g${item.label}`} class="dw-site-group">
            <Group group={item} {...place} {...(place.open.includes(item.n) ? {} : nowhere)} />
          </li>
        ),
      )}
    </ul>
  );
}

function Group(props: GroupProps): VNode {
  const { group, depth, path, current, open, drilldown } = props;
  return useMemo(
    () => (depth === 0 ? <TopGroup {...props} /> : <NestedGroup {...props} />),
    [group, depth, path, current, open, drilldown],
  );
}

interface PageProps {
  readonly page: SidebarPage;
  readonly current: boolean;
}

function Page({ page, current }: PageProps): VNode {
  const { method, tag, deprecated } = page;
  const change = changeOf(useContext(ChangedPagesContext), page.href);
  return (
    <ChromeLink link={page} class="dw-site-item" current={current ? "page" : undefined}>
      <LinkIcon icon={page.icon} />
      {method !== undefined && <MethodMark method={method} />}
      <span class="dw-site-item-label">
        <span data-deprecated={deprecated ? "" : undefined}>{page.label}</span>
        {tag !== undefined && <Tag text={tag} />}
        {deprecated && tag === undefined && <Tag text="Deprecated" />}
      </span>
      {page.external && <Glyph name="outward" class="dw-site-choice-mark" />}
      <ChangeMark change={change} />
    </ChromeLink>
  );
}

/** Two to four letters for the eye, the whole word for those who listen. */
const shortMethods: Readonly<Record<string, string>> = { DELETE: "DEL", OPTIONS: "OPT", WEBHOOK: "HOOK" };

interface MethodMarkProps {
  readonly method: string;
}

export function MethodMark({ method }: MethodMarkProps): VNode {
  const short = Object.hasOwn(shortMethods, method) ? shortMethods[method] : method;
  return (
    <span class="dw-site-method" data-method={method}>
      <span aria-hidden="true">{short}</span>
      <span class="dw-site-unseen">{method}</span>
    </span>
  );
}

interface GroupProps extends ListPlace {
  readonly group: SidebarGroup;
}

/** A group at the top is always open. */
function TopGroup({ group, ...place }: GroupProps): VNode {
  const isCurrent = group.n === place.current;
  return (
    <>
      <ChromeLink link={group} class="dw-site-group-title" current={isCurrent ? "page" : undefined}>
        <GroupWords group={group} isOpen />
      </ChromeLink>
      {group.items.length > 0 && <SidebarItems {...below(group, place)} items={group.items} />}
    </>
  );
}

function NestedGroup({ group, ...place }: GroupProps): VNode {
  const { state, onNavigate } = useFrame();
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const id = useOwnId();
  const key = `frame:group:${place.path}/${group.label}`;
  const isAround = place.open.includes(group.n);
  const kept = state.get(key);
  const isOpen = typeof kept === "boolean" ? kept : isAround || group.expanded;
  const toggle = (): void => {
    state.set(key, !isOpen);
    repaint();
    // Readers who open a group land on its first page, where the site asks for that.
    if (!isOpen && !isAround && place.drilldown && group.first !== undefined) onNavigate(group.first);
  };
  const isCurrent = group.n === place.current;
  const arrow = <Glyph name="chevron" class="dw-site-group-arrow" />;
  const unfold = { type: "button", "aria-expanded": isOpen, "aria-controls": id, onClick: toggle } as const;
  return (
    <>
      {group.href === undefined ? (
        <button {...unfold} class="dw-site-item dw-site-item-group" {...placeMark(group.at)}>
          <GroupWords group={group} isOpen={isOpen} />
          {arrow}
        </button>
      ) : (
        <div class="dw-site-item-row">
          <ChromeLink
            link={group}
            class="dw-site-item dw-site-item-group"
            current={isCurrent ? "page" : undefined}
          >
            <GroupWords group={group} isOpen={isOpen} />
          </ChromeLink>
          {group.items.length > 0 && (
            <button {...unfold} class="dw-site-unfold" aria-label={`Pages in ${group.label}`}>
              {arrow}
            </button>
          )}
        </div>
      )}
      <div id={id} class="dw-site-group-items" hidden={!isOpen}>
        {isOpen && <SidebarItems {...below(group, place)} items={group.items} />}
      </div>
    </>
  );
}

interface GroupWordsProps {
  readonly group: SidebarGroup;
  readonly isOpen: boolean;
}

function GroupWords({ group, isOpen }: GroupWordsProps): VNode {
  const changed = useContext(ChangedPagesContext);
  const own = changeOf(changed, group.href);
  return (
    <>
      <LinkIcon icon={group.icon} />
      <span class="dw-site-item-label">
        {group.label}
        {group.tag !== undefined && <Tag text={group.tag} />}
      </span>
      <ChangeMark change={own ?? (!isOpen && hidesChange(group, changed) ? "inside" : undefined)} />
    </>
  );
}

function hidesChange({ items }: SidebarGroup, changed: ChangedPages): boolean {
  return items.some(
    (item) =>
      changeOf(changed, item.href) !== undefined || (item.kind === "group" && hidesChange(item, changed)),
  );
}

interface TagProps {
  readonly text: string;
}

/** Within the words, so that it goes to the next line where there is no room for it. */
function Tag({ text }: TagProps): VNode {
  return (
    <>
      {" "}
      <span class="dw-site-tag">{text}</span>
    </>
  );
}

function below(group: SidebarGroup, { depth, path, current, open, drilldown }: ListPlace): ListPlace {
  return { depth: depth + 1, path: `${path}/${group.label}`, current, open, drilldown };
}
