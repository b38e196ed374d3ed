import { createContext, type VNode } from "preact";
import { useContext } from "preact/hooks";
import type { FrameLocation, FrameSource } from "../../../server/src/core/preview/view/site-frame.ts";
import { getOwnProperty } from "../../../server/src/core/text/plain-record.ts";
import { translate } from "../language/translate.ts";
import { type ReaderState, createReaderState } from "../paint/page-context.ts";
import type { PageChange } from "../protocol.ts";

/**
 * The services that the site around a page needs from its host. Each member remains the same object until its value
 * changes.
 */
export interface FrameServices {
  /** The state of everything that the reader has collapsed, closed, and selected. */
  readonly state: ReaderState;
  /**
   * Returns the URL from which to load a file in the site, such as `https://…` for `/images/a.png`. Returns `undefined`
   * if the file can't be loaded.
   */
  readonly toResourceUrl: (path: string) => string | undefined;
  /** Web hosts whose images are shown. */
  readonly shownHosts: ReadonlySet<string>;
  /**
   * Called when a link to a page on the site is followed, such as `/docs/guides/start#install`. `from` is the position
   * of the link in docs.json.
   */
  readonly onNavigate: (href: string, from?: FrameLocation) => void;
  /** Called when the author wants to see the source of something. */
  readonly onOpen: (location: FrameLocation) => void;
  /** Called when a heading on the page is selected. */
  readonly onReveal: (id: string) => void;
  /** Called when the search field is activated. `undefined` if the host doesn't provide search. */
  readonly onSearch?: () => void;
  /** Called when an item of the page menu is selected, such as `copy` or `view`. */
  readonly onPageMenu?: (name: string) => void;
  /** Whether the browser itself handles links that are opened with Ctrl or the middle mouse button. */
  readonly opensTabs: boolean;
}

export const FrameContext = createContext<FrameServices>({
  state: createReaderState(),
  toResourceUrl: (path) => path,
  shownHosts: new Set(),
  onNavigate: () => {},
  onOpen: () => {},
  onReveal: () => {},
  opensTabs: false,
});

export function useFrame(): FrameServices {
  return useContext(FrameContext);
}

/**
 * Returns the URL from which to load an image. Returns `undefined` for a web image from a host that the author hasn't
 * allowed.
 */
export function getImageUrl(
  { toResourceUrl, shownHosts }: Pick<FrameServices, "toResourceUrl" | "shownHosts">,
  source: FrameSource,
): string | undefined {
  if (source.file !== undefined) return toResourceUrl(`/${source.file}`);
  return shownHosts.has(source.host) ? source.url : undefined;
}

/**
 * The labels that the published site shows around a page. They're in the page's language, whereas text for the author
 * is in VS Code's language.
 */
export interface FrameLabels {
  readonly onThisPage: string;
  readonly previous: string;
  readonly next: string;
  readonly search: string;
}

const englishLabels = ["On this page", "Previous", "Next", "Search…"] as const;

/** The labels by language code, in this order: contents title, previous, next, and search. */
const labelsByLanguage: Readonly<Record<string, readonly [string, string, string, string]>> = {
  ar: ["في هذه الصفحة", "السابق", "التالي", "بحث…"],
  ca: ["En aquesta pàgina", "Anterior", "Següent", "Cerca…"],
  cs: ["Na této stránce", "Předchozí", "Další", "Hledat…"],
  da: ["På denne side", "Forrige", "Næste", "Søg…"],
  de: ["Auf dieser Seite", "Zurück", "Weiter", "Suchen…"],
  en: englishLabels,
  es: ["En esta página", "Anterior", "Siguiente", "Buscar…"],
  fi: ["Tällä sivulla", "Edellinen", "Seuraava", "Hae…"],
  fr: ["Sur cette page", "Précédent", "Suivant", "Rechercher…"],
  he: ["בעמוד זה", "הקודם", "הבא", "חיפוש…"],
  hi: ["इस पृष्ठ पर", "पिछला", "अगला", "खोजें…"],
  hu: ["Ezen az oldalon", "Előző", "Következő", "Keresés…"],
  id: ["Di halaman ini", "Sebelumnya", "Berikutnya", "Cari…"],
  it: ["In questa pagina", "Precedente", "Successivo", "Cerca…"],
  ja: ["このページの内容", "前へ", "次へ", "検索…"],
  ko: ["이 페이지에서", "이전", "다음", "검색…"],
  lv: ["Šajā lapā", "Iepriekšējā", "Nākamā", "Meklēt…"],
  nl: ["Op deze pagina", "Vorige", "Volgende", "Zoeken…"],
  no: ["På denne siden", "Forrige", "Neste", "Søk…"],
  pl: ["Na tej stronie", "Poprzednia", "Następna", "Szukaj…"],
  pt: ["Nesta página", "Anterior", "Próximo", "Pesquisar…"],
  ro: ["Pe această pagină", "Înapoi", "Înainte", "Caută…"],
  ru: ["На этой странице", "Назад", "Далее", "Поиск…"],
  sv: ["På den här sidan", "Föregående", "Nästa", "Sök…"],
  tr: ["Bu sayfada", "Önceki", "Sonraki", "Ara…"],
  uk: ["На цій сторінці", "Назад", "Далі", "Пошук…"],
  uz: ["Ushbu sahifada", "Oldingi", "Keyingi", "Qidirish…"],
  vi: ["Trên trang này", "Trước", "Tiếp", "Tìm kiếm…"],
  zh: ["本页内容", "上一页", "下一页", "搜索…"],
  "zh-Hant": ["本頁內容", "上一頁", "下一頁", "搜尋…"],
};

/** Maps the service's nonstandard language codes to the standard ones. */
const localeAliases: Readonly<Record<string, string>> = { cn: "zh", jp: "ja", "zh-TW": "zh-Hant" };

/** Returns the labels for a language. For an unknown language, returns the English labels. */
export function getFrameLabels(language = "en"): FrameLabels {
  const code = getOwnProperty(localeAliases, language) ?? language;
  const labels =
    getOwnProperty(labelsByLanguage, code) ??
    getOwnProperty(labelsByLanguage, code.split("-", 1)[0] ?? "") ??
    englishLabels;
  const [onThisPage, previous, next, search] = labels;
  return { onThisPage, previous, next, search };
}

export const FrameLabelsContext = createContext<FrameLabels>(getFrameLabels());

export function useFrameLabels(): FrameLabels {
  return useContext(FrameLabelsContext);
}

/**
 * Returns the attribute that links an element to the text in docs.json that the element represents. A single listener
 * reads these attributes for all elements (see `NavigableFrame` in `sidebar.tsx`).
 */
export function getSourceAttributes(location: FrameLocation | undefined): { readonly "data-at"?: string } {
  return location ? { "data-at": `${location.range.start}-${location.range.end}@${location.file}` } : {};
}

/** Returns the docs.json position that an element, or one of its ancestors, represents. */
export function findSourceLocation(
  element: Element | null,
): { location: FrameLocation; element: HTMLElement } | undefined {
  const locatedElement = element?.closest<HTMLElement>("[data-at]");
  const [, start, end, file] = /^(\d+)-(\d+)@([^]+)$/.exec(locatedElement?.dataset["at"] ?? "") ?? [];
  if (!locatedElement || start === undefined || end === undefined || file === undefined) return undefined;
  return { location: { file, range: { start: Number(start), end: Number(end) } }, element: locatedElement };
}

const changeSymbols: Readonly<Record<PageChange | "inside", { readonly sign: string; readonly text: string }>> = {
  added: { sign: "+", text: translate("Added since the last commit") },
  changed: { sign: "●", text: translate("Changed since the last commit") },
  inside: { sign: "●", text: translate("Contains pages that changed since the last commit") },
};

interface ChangeSymbolProps {
  readonly change: PageChange | "inside" | undefined;
}

/** A mark at the end of an entry. It shows the author that the entry was added or changed since the last commit. */
export function ChangeSymbol({ change }: ChangeSymbolProps): VNode | null {
  if (change === undefined) return null;
  const { sign, text } = changeSymbols[change];
  return (
    <span class="dw-site-change" data-change={change} title={text}>
      <span aria-hidden="true">{sign}</span>
      <span class="dw-site-unseen">{text}</span>
    </span>
  );
}

/** The pages that differ from the last commit, by URL path. Empty if pages aren't being compared. */
export type ChangedPages = Readonly<Record<string, PageChange>>;

export const noChangedPages: ChangedPages = {};

export const ChangedPagesContext = createContext<ChangedPages>(noChangedPages);

export function getChange(changedPages: ChangedPages, href: string | undefined): PageChange | undefined {
  return href !== undefined && Object.hasOwn(changedPages, href) ? changedPages[href] : undefined;
}
