import type { ComponentChildren, VNode } from "preact";
import { useContext, useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import type {
  FrameLevel,
  FrameLink,
  FrameLocation,
  SidebarGroup,
  SidebarItem,
  SidebarPage,
  SiteShellView,
} from "../../../server/src/core/preview/view/site-frame.ts";
import { Glyph } from "../components/icon.tsx";
import { useUniqueId } from "../components/tabs.tsx";
import { translate } from "../language/translate.ts";
import {
  type ChangedPages,
  ChangedPagesContext,
  ChangeSymbol,
  getChange,
  findSourceLocation,
  getSourceAttributes,
  useFrame,
} from "./frame-context.tsx";
import { ChromeLink, LinkIcon } from "./links.tsx";
import { Switcher } from "./switcher.tsx";

interface ListContext {
  /** The nesting depth, which is 0 at the top of the sidebar. */
  readonly depth: number;
  /**
   * The labels of the groups that contain these items. They identify collapsed groups so that the groups stay collapsed
   * after edits.
   */
  readonly path: string;
  readonly currentNumber: number | undefined;
  /** The groups that contain the page. */
  readonly openNumbers: readonly number[];
  readonly hasDrilldown: boolean | undefined;
}

interface SidebarItemsProps extends ListContext {
  readonly items: readonly SidebarItem[];
}

/**
 * The values for a group that doesn't contain the page. They're always the same object so that the group isn't rendered
 * again.
 */
const emptyContext: Pick<ListContext, "currentNumber" | "openNumbers"> = { currentNumber: undefined, openNumbers: [] };

/** The groups and pages in the sidebar or in one of its groups. */
export function SidebarItems({ items, ...listProps }: SidebarItemsProps): VNode {
  return (
    <ul class="dw-site-items" data-depth={listProps.depth}>
      {items.map((item) =>
        item.kind === "page" ? (
          <li key={`p${item.href}`}>
            <Page page={item} isCurrent={item.n === listProps.currentNumber} />
          </li>
        ) : (
          <li key={`g${item.label}`} class="dw-site-group">
            <Group group={item} {...listProps} {...(listProps.openNumbers.includes(item.n) ? {} : emptyContext)} />
          </li>
        ),
      )}
    </ul>
  );
}

function Group(props: GroupProps): VNode {
  const { group, depth, path, currentNumber, openNumbers, hasDrilldown } = props;
  return useMemo(
    () => (depth === 0 ? <TopGroup {...props} /> : <NestedGroup {...props} />),
    [group, depth, path, currentNumber, openNumbers, hasDrilldown],
  );
}

interface PageProps {
  readonly page: SidebarPage;
  readonly isCurrent: boolean;
}

function Page({ page, isCurrent }: PageProps): VNode {
  const { method, tag, deprecated } = page;
  const change = getChange(useContext(ChangedPagesContext), page.href);
  return (
    <ChromeLink link={page} class="dw-site-item" current={isCurrent ? "page" : undefined}>
      <LinkIcon icon={page.icon} />
      {method !== undefined && <SidebarMethodBadge method={method} />}
      <span class="dw-site-item-label">
        <span data-deprecated={deprecated ? "" : undefined}>{page.label}</span>
        {tag !== undefined && <Tag text={tag} />}
        {deprecated && tag === undefined && <Tag text="Deprecated" />}
      </span>
      {page.isExternal && <Glyph name="outward" class="dw-site-choice-mark" />}
      <ChangeSymbol change={change} />
    </ChromeLink>
  );
}

/** Short forms of long method names. Screen readers read the full name. */
const shortMethods: Readonly<Record<string, string>> = { DELETE: "DEL", OPTIONS: "OPT", WEBHOOK: "HOOK" };

export function SidebarMethodBadge({ method }: { readonly method: string }): VNode {
  const shortMethod = Object.hasOwn(shortMethods, method) ? shortMethods[method] : method;
  return (
    <span class="dw-site-method" data-method={method}>
      <span aria-hidden="true">{shortMethod}</span>
      <span class="dw-site-unseen">{method}</span>
    </span>
  );
}

interface GroupProps extends ListContext {
  readonly group: SidebarGroup;
}

/** A top-level group, which is always open. */
function TopGroup({ group, ...listProps }: GroupProps): VNode {
  const isCurrent = group.n === listProps.currentNumber;
  return (
    <>
      <ChromeLink link={group} class="dw-site-group-title" current={isCurrent ? "page" : undefined}>
        <GroupLabel group={group} isOpen />
      </ChromeLink>
      {group.items.length > 0 && <SidebarItems {...getNestedContext(group, listProps)} items={group.items} />}
    </>
  );
}

function NestedGroup({ group, ...listProps }: GroupProps): VNode {
  const { state, onNavigate } = useFrame();
  const [, repaint] = useReducer<number, void>((count) => count + 1, 0);
  const id = useUniqueId();
  const key = `frame:group:${listProps.path}/${group.label}`;
  const containsPage = listProps.openNumbers.includes(group.n);
  const stateValue = state.get(key);
  const isOpen = typeof stateValue === "boolean" ? stateValue : containsPage || group.isExpanded;
  const setOpen = (isOpen: boolean): void => {
    state.set(key, isOpen);
    repaint();
  };
  const toggle = (): void => {
    setOpen(!isOpen);
    // If the site uses drilldown, expanding a group also opens its first page.
    if (!isOpen && !containsPage && listProps.hasDrilldown && group.first !== undefined) onNavigate(group.first);
  };
  const select = (): void => {
    setOpen(true);
    if (listProps.hasDrilldown && group.first !== undefined) onNavigate(group.first);
  };
  const isCurrent = group.n === listProps.currentNumber;
  const arrow = <Glyph name="chevron" class="dw-site-group-arrow" />;
  const buttonProps = {
    type: "button",
    "aria-expanded": isOpen,
    "aria-controls": id,
    onClick: toggle,
  } as const;
  const titleProps = { class: "dw-site-item dw-site-item-group", ...getSourceAttributes(group.location) };
  return (
    <>
      {group.href === undefined && listProps.hasDrilldown === undefined ? (
        <button {...buttonProps} {...titleProps}>
          <GroupLabel group={group} isOpen={isOpen} />
          {arrow}
        </button>
      ) : (
        <div class="dw-site-item-row">
          {group.href === undefined ? (
            <button {...buttonProps} {...titleProps} onClick={select}>
              <GroupLabel group={group} isOpen={isOpen} />
            </button>
          ) : (
            <ChromeLink link={group} class="dw-site-item dw-site-item-group" current={isCurrent ? "page" : undefined}>
              <GroupLabel group={group} isOpen={isOpen} />
            </ChromeLink>
          )}
          {group.items.length > 0 && (
            <button {...buttonProps} class="dw-site-unfold" aria-label={`Pages in ${group.label}`}>
              {arrow}
            </button>
          )}
        </div>
      )}
      <div id={id} class="dw-site-group-items" hidden={!isOpen}>
        {isOpen && <SidebarItems {...getNestedContext(group, listProps)} items={group.items} />}
      </div>
    </>
  );
}

interface GroupLabelProps {
  readonly group: SidebarGroup;
  readonly isOpen: boolean;
}

function GroupLabel({ group, isOpen }: GroupLabelProps): VNode {
  const changedPages = useContext(ChangedPagesContext);
  const groupChange = getChange(changedPages, group.href);
  return (
    <>
      <LinkIcon icon={group.icon} />
      <span class="dw-site-item-label">
        {group.label}
        {group.tag !== undefined && <Tag text={group.tag} />}
      </span>
      <ChangeSymbol change={groupChange ?? (!isOpen && hasHiddenChange(group, changedPages) ? "inside" : undefined)} />
    </>
  );
}

function hasHiddenChange({ items }: SidebarGroup, changedPages: ChangedPages): boolean {
  return items.some(
    (item) =>
      getChange(changedPages, item.href) !== undefined ||
      (item.kind === "group" && hasHiddenChange(item, changedPages)),
  );
}

/** A tag after a title. The tag is part of the line, so it wraps to the next line if it doesn't fit. */
function Tag({ text }: { readonly text: string }): VNode {
  return (
    <>
      {" "}
      <span class="dw-site-tag">{text}</span>
    </>
  );
}

function getNestedContext(
  group: SidebarGroup,
  { depth, path, currentNumber, openNumbers, hasDrilldown }: ListContext,
): ListContext {
  return { depth: depth + 1, path: `${path}/${group.label}`, currentNumber, openNumbers, hasDrilldown };
}

interface SidebarProps {
  readonly frame: SiteShellView;
  readonly counterparts: ReadonlyMap<number, ReadonlyMap<number, string>>;
}

/** Levels shown above the list of pages. */
const levelKindsAboveList: ReadonlySet<FrameLevel["kind"]> = new Set(["product", "dropdown"]);

/** The sidebar, which consists of switchers, anchors, and the pages in the section. */
export function Sidebar({ frame, counterparts }: SidebarProps): VNode {
  const { menu, page } = frame;
  const listRef = useRef<HTMLElement>(null);
  useEffect(() => {
    let isCurrent = true;
    // In an animation frame, reading the layout reuses the one that painting needs anyway, instead of forcing another
    // reflow.
    const animationFrame = requestAnimationFrame(() => {
      const currentElement = listRef.current?.querySelector<HTMLElement>('[aria-current="page"]');
      const box = listRef.current?.closest<HTMLElement>(".dw-site-sidebar");
      if (!currentElement || !box) return;
      const getOffsetInBox = () => currentElement.getBoundingClientRect().top - box.getBoundingClientRect().top;
      // Scrolls only the list, never the page.
      const scroll = () => {
        box.scrollTop += getOffsetInBox() - box.clientHeight / 3;
        return box.scrollTop;
      };
      if (getOffsetInBox() >= 0 && getOffsetInBox() <= box.clientHeight - 40) return;
      const scrollTop = scroll();
      // When the site's fonts have loaded, the lines above may wrap differently.
      void document.fonts.ready.then(() => {
        if (isCurrent && box.scrollTop === scrollTop) scroll();
      });
    });
    return () => {
      isCurrent = false;
      cancelAnimationFrame(animationFrame);
    };
  }, [page.slug, menu.sidebar]);
  return (
    <div class="dw-site-sidebar-inside">
      {menu.levels.map((level, index) =>
        levelKindsAboveList.has(level.kind) ? (
          <Switcher key={index} level={level} {...getSwitcherProps(counterparts, index)} />
        ) : null,
      )}
      <Anchors levels={menu.levels} globalAnchors={menu.globalAnchors} />
      <nav
        ref={listRef}
        class="dw-site-pages"
        aria-label="Pages"
        data-long={hasManyItems(menu.sidebar) ? "" : undefined}
      >
        <SidebarItems
          items={menu.sidebar}
          depth={0}
          path=""
          currentNumber={page.current}
          openNumbers={page.openGroupNumbers}
          hasDrilldown={menu.hasDrilldown}
        />
      </nav>
    </div>
  );
}

/** If there are at least this many entries, entries that are out of view aren't laid out. */
const maxEagerItems = 400;

function hasManyItems(items: readonly SidebarItem[]): boolean {
  const lastItem = items.at(-1);
  return (
    lastItem !== undefined &&
    (lastItem.kind === "group" && lastItem.items.length > 0 ? hasManyItems(lastItem.items) : lastItem.n > maxEagerItems)
  );
}

/**
 * Returns the URLs for a level as props. If the level has no URLs, the prop is omitted, because it can't be
 * `undefined`.
 */
export function getSwitcherProps(
  counterparts: SidebarProps["counterparts"],
  level: number,
): { readonly counterparts?: ReadonlyMap<number, string> } {
  const levelCounterparts = counterparts.get(level);
  return levelCounterparts ? { counterparts: levelCounterparts } : {};
}

interface AnchorsProps {
  readonly levels: readonly FrameLevel[];
  readonly globalAnchors: readonly FrameLink[];
}

function Anchors({ levels, globalAnchors }: AnchorsProps): VNode | null {
  const anchorLevels = levels.filter(({ kind }) => kind === "anchor");
  if (anchorLevels.length === 0 && globalAnchors.length === 0) return null;
  return (
    <nav class="dw-site-anchors" aria-label="Anchors">
      <ul>
        {anchorLevels.flatMap(({ choices, current }, level) =>
          choices.map((choice, index) => (
            <Anchor key={`${level} ${index}`} link={choice} color={choice.color} isCurrent={index === current} />
          )),
        )}
        {globalAnchors.map((link, index) => (
          <Anchor
            key={`g${index}`}
            link={link}
            color={"color" in link ? (link.color as AnchorProps["color"]) : undefined}
          />
        ))}
      </ul>
    </nav>
  );
}

interface AnchorProps {
  readonly link: FrameLink;
  readonly color: { readonly light?: string; readonly dark?: string } | undefined;
  readonly isCurrent?: boolean;
}

function Anchor({ link, color, isCurrent }: AnchorProps): VNode {
  return (
    <li>
      <ChromeLink link={link} class="dw-site-anchor" current={isCurrent ? "true" : undefined}>
        <span class="dw-site-anchor-box">
          <LinkIcon icon={link.icon} color={color} />
        </span>
        <span>{link.label}</span>
        {link.isExternal && <Glyph name="outward" class="dw-site-choice-mark" />}
      </ChromeLink>
    </li>
  );
}

interface NavigableFrameProps {
  readonly class: string;
  readonly children: ComponentChildren;
  /** Data attributes that are set on the element. */
  readonly [attribute: `data-${string}`]: string | undefined;
}

interface OpenButtonState {
  readonly location: FrameLocation;
  readonly top: number;
  readonly left: number;
}

/**
 * Follows links in the frame. Also opens docs.json at the element that the author selects with Alt+click, with
 * Alt+Enter, or with the button next to the hovered element. A single listener serves thousands of entries.
 */
export function NavigableFrame({ class: className, children, ...dataAttributes }: NavigableFrameProps): VNode {
  const { onNavigate, onOpen, onReveal, opensTabs } = useFrame();
  const root = useRef<HTMLDivElement>(null);
  const [offeredButton, setOfferedButton] = useState<OpenButtonState>();
  const openSource = (event: Event): boolean => {
    const source = findSourceLocation(event.target as Element);
    if (!source) return false;
    event.preventDefault();
    event.stopPropagation();
    onOpen(source.location);
    return true;
  };
  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return;
    const href = event.target.closest("a[href]")?.getAttribute("href");
    if (href == null) return;
    if (opensTabs && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    if (href.startsWith("#")) onReveal(href.slice(1));
    else onNavigate(href, findSourceLocation(event.target)?.location);
  };
  const onPointerOver = (event: PointerEvent): void => {
    const target = event.target as Element;
    if (target.closest(".dw-site-open-place")) return;
    const source = event.pointerType === "touch" ? undefined : findSourceLocation(target);
    const box = root.current?.getBoundingClientRect();
    if (!source || !box) return setOfferedButton(undefined);
    const { top, right } = source.element.getBoundingClientRect();
    setOfferedButton({ location: source.location, top: top - box.top, left: Math.min(right - box.left, box.width) });
  };
  return (
    <div
      ref={root}
      class={className}
      {...dataAttributes}
      onClickCapture={(event) => void (event.altKey && openSource(event))}
      onKeyDownCapture={(event) => void (event.altKey && event.key === "Enter" && openSource(event))}
      onClick={onClick}
      onPointerOver={onPointerOver}
      onPointerLeave={() => setOfferedButton(undefined)}
    >
      {children}
      {offeredButton && (
        <button
          type="button"
          class="dw-site-open-place"
          tabIndex={-1}
          style={{ top: `${offeredButton.top}px`, left: `${offeredButton.left}px` }}
          title={`${translate("Reveal in {0}", getFileName(offeredButton.location))} (Alt+Enter)`}
          aria-label={translate("Reveal in {0}", getFileName(offeredButton.location))}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(offeredButton.location);
          }}
        >
          <Glyph name="code" />
        </button>
      )}
    </div>
  );
}

function getFileName({ file }: FrameLocation): string {
  return file.slice(file.lastIndexOf("/") + 1);
}
