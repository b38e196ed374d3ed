import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { FramePlace, FrameSource } from "../../../server/src/core/preview/view/site-frame.ts";
import { type ReaderState, readerState } from "../paint/page-context.ts";

/** What painting the site around a page needs of whoever shows it. Each member keeps its identity while nothing of it changes. */
export interface FrameServices {
  /** What the reader has folded, closed and chosen. */
  readonly state: ReaderState;
  /** The address from which a file of the site can be loaded: `/images/a.png` → `https://…`; `undefined`: not at all. */
  readonly resource: (address: string) => string | undefined;
  /** Hosts on the web whose pictures are shown. */
  readonly shownHosts: ReadonlySet<string>;
  /** A link of the site was followed: `/docs/guides/start#install`; what of docs.json the link stands for. */
  readonly onNavigate: (href: string, from?: FramePlace) => void;
  /** The author wants to see where something is written. */
  readonly onOpen: (at: FramePlace) => void;
  /** A heading of the page was chosen. */
  readonly onReveal: (id: string) => void;
  /** The search field was chosen; absent where there is no search. */
  readonly onSearch?: () => void;
  /** An entry of the page's menu was chosen: `copy`, `view`. */
  readonly onPageMenu?: (name: string) => void;
  /** Links opened with Ctrl or the middle button are left to the browser. */
  readonly opensTabs: boolean;
}

export const FrameContext = createContext<FrameServices>({
  state: readerState(),
  resource: (address) => address,
  shownHosts: new Set(),
  onNavigate: () => {},
  onOpen: () => {},
  onReveal: () => {},
  opensTabs: false,
});

export function useFrame(): FrameServices {
  return useContext(FrameContext);
}

/** Where a picture can be loaded from; undefined for one on the web that the author has not agreed to. */
export function sourceAddress(
  { resource, shownHosts }: Pick<FrameServices, "resource" | "shownHosts">,
  source: FrameSource,
): string | undefined {
  if (source.file !== undefined) return resource(`/${source.file}`);
  return shownHosts.has(source.host) ? source.url : undefined;
}

/** What the published site itself says around a page, in the page's language. What is for the author stays in the editor's. */
export interface FrameTexts {
  readonly onThisPage: string;
  readonly previous: string;
  readonly next: string;
  readonly search: string;
}

const english = ["On this page", "Previous", "Next", "Search…"] as const;

/** By code: headings, previous, next, search. */
const table: Readonly<Record<string, readonly [string, string, string, string]>> = {
  ar: ["في هذه الصفحة", "السابق", "التالي", "بحث…"],
  ca: ["En aquesta pàgina", "Anterior", "Següent", "Cerca…"],
  cs: ["Na této stránce", "Předchozí", "Další", "Hledat…"],
  da: ["På denne side", "Forrige", "Næste", "Søg…"],
  de: ["Auf dieser Seite", "Zurück", "Weiter", "Suchen…"],
  en: english,
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

/** Codes of the service that are not those of the standard. */
const otherCodes: Readonly<Record<string, string>> = { cn: "zh", jp: "ja", "zh-TW": "zh-Hant" };

/** English where the language is not known. */
export function getFrameTexts(language = "en"): FrameTexts {
  const code = own(otherCodes, language) ?? language;
  const words = own(table, code) ?? own(table, code.split("-", 1)[0] ?? "") ?? english;
  const [onThisPage, previous, next, search] = words;
  return { onThisPage, previous, next, search };
}

export const FrameTextsContext = createContext<FrameTexts>(getFrameTexts());

export function useFrameTexts(): FrameTexts {
  return useContext(FrameTextsContext);
}

function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Put on what stands for a text of docs.json; one listener for all of them reads it (`sidebar.tsx`). */
export function placeMark(at: FramePlace | undefined): { readonly "data-at"?: string } {
  return at ? { "data-at": `${at.range.start}-${at.range.end}@${at.file}` } : {};
}

/** The place that an element, or one around it, stands for. */
export function getElementPlace(
  element: Element | null,
): { at: FramePlace; element: HTMLElement } | undefined {
  const marked = element?.closest<HTMLElement>("[data-at]");
  const [, start, end, file] = /^(\d+)-(\d+)@([^]+)$/.exec(marked?.dataset["at"] ?? "") ?? [];
  if (!marked || start === undefined || end === undefined || file === undefined) return undefined;
  return { at: { file, range: { start: Number(start), end: Number(end) } }, element: marked };
}
