import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CodeColor } from "../../../server/src/core/preview/view/page-view.ts";
import { readCurlIntoValues } from "../../../server/src/core/request/curl/curl-to-form.ts";
import type { SampleCode, SampleColor } from "../../../server/src/core/request/protocol/playground-protocol.ts";
import { translate } from "../language/translate.ts";
import { createPaletteSheet } from "../paint/page-sheets.ts";
import { getNotice } from "./store/notices.tsx";
import { usePlaygroundContext, useView } from "./store/playground-store.ts";
import { CopyControl, ResponseSkeleton, Sentence } from "./ui/controls.tsx";

/** Fills in the form based on a pasted cURL command. */
export function CurlInput(): VNode {
  const { store } = usePlaygroundContext();
  const { form } = useView("form");
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const importCommand = (): void => {
    if (typeof form !== "object") return;
    const { values, notes } = readCurlIntoValues(text, form);
    if (!values) return setError(notes.join(" "));
    dialog.current?.close();
    store.fill(() => values);
    store.set({
      notice: {
        text: [translate("Filled in the request from the cURL command."), ...notes].join(" "),
        hasFailed: false,
      },
    });
    setText("");
    setError(undefined);
  };
  return (
    <>
      <button type="button" class="dw-try-quiet" onClick={() => dialog.current?.showModal()}>
        {translate("Paste cURL…")}
      </button>
      <dialog ref={dialog} class="dw-try-dialog" aria-label={translate("Paste cURL command")}>
        <h2>{translate("Paste cURL command")}</h2>
        <p>{translate("The command is used only to fill in the form. Nothing is run or sent.")}</p>
        <textarea
          class="dw-try-input"
          rows={8}
          aria-label={translate("Command")}
          spellcheck={false}
          placeholder="curl https://api.example.com/users"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <p class="dw-try-problem" role="status">
          <Sentence text={error ?? ""} />
        </p>
        <div class="dw-try-answers">
          <button type="button" class="dw-try-send" disabled={text.trim() === ""} onClick={importCommand}>
            {translate("Fill in")}
          </button>
          <button type="button" class="dw-button" onClick={() => dialog.current?.close()}>
            {translate("Cancel")}
          </button>
        </div>
      </dialog>
    </>
  );
}

/** Display names of the languages in `api.examples.languages`. */
const languageNames: Readonly<Record<string, string>> = {
  curl: "cURL",
  javascript: "JavaScript",
  typescript: "TypeScript",
  node: "Node",
  python: "Python",
  php: "PHP",
  go: "Go",
  java: "Java",
  kotlin: "Kotlin",
  ruby: "Ruby",
  csharp: "C#",
  swift: "Swift",
  rust: "Rust",
  dart: "Dart",
  r: "R",
  powershell: "PowerShell",
};

/** Returns the languages that the site has set, in the site's order, followed by the other languages. */
export function listLanguages(siteLanguages: readonly string[] | undefined): readonly (readonly [string, string])[] {
  const siteNames = (siteLanguages ?? []).map((name) => name.toLowerCase());
  const names = [...new Set([...siteNames, ...Object.keys(languageNames)])];
  return names.map((name) => [name, Object.hasOwn(languageNames, name) ? (languageNames[name] ?? name) : name]);
}

/** Applies the palette of a sample without affecting the page's own code. */
export function useSampleColors(palette: readonly SampleColor[]): void {
  useEffect(() => {
    const sheetText = createPaletteSheet(palette.map(toCodeColor)).replaceAll(".dw-c", ".dw-try-sample .dw-c");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(sheetText);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [palette]);
}

function toCodeColor({ light, dark, italic, bold, underline }: SampleColor): CodeColor {
  return {
    light: typeof light === "string" ? light : "",
    dark: typeof dark === "string" ? dark : "",
    ...(italic === true && { italic }),
    ...(bold === true && { bold }),
    ...(underline === true && { underline }),
  };
}

/** The pause in milliseconds after the last change before a sample is generated again. */
const delayMilliseconds = 150;

/** The current request as code. The code contains only the names of secrets. */
export function CodePanel(): VNode {
  const { sendToHost, store } = usePlaygroundContext();
  const { built, form } = useView("built", "form");
  const languages = listLanguages(typeof form === "object" ? form.settings.languages : undefined);
  const [chosenLanguage, choose] = useState(languages[0]?.[0] ?? "curl");
  const [sample, setSample] = useState<SampleCode | "none">();
  const request = built?.request;
  useEffect(() => {
    if (!request) return;
    let isStale = false;
    const timer = setTimeout(() => {
      void sendToHost({ kind: "playground/sample", request, language: chosenLanguage }).then((reply) => {
        if (!isStale) setSample((reply?.kind === "playground/sample" ? reply.sample : undefined) ?? "none");
      });
    }, delayMilliseconds);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [request, chosenLanguage, sendToHost]);
  const insertExample = (): void => {
    if (!request) return;
    const example = { tag: "RequestExample", request, languages: [chosenLanguage] } as const;
    void sendToHost({ kind: "playground/insert", example }).then((reply) => store.set({ notice: getNotice(reply) }));
  };
  return (
    <div class="dw-try-samples">
      <div class="dw-try-body-tools">
        <label class="dw-try-labeled">
          {translate("Language")}
          <select
            class="dw-try-select"
            value={chosenLanguage}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            {languages.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="dw-try-quiet"
          title={translate("Insert into page as <RequestExample>")}
          onClick={insertExample}
        >
          {translate("Insert into page")}
        </button>
        <CurlInput />
      </div>
      {sample === undefined ? (
        <ResponseSkeleton rowCount={5} label={translate("Generating code sample")} />
      ) : sample === "none" ? (
        <p class="dw-try-empty">{translate("This request has no code sample in this language.")}</p>
      ) : (
        <Sample sample={sample} />
      )}
    </div>
  );
}

function Sample({ sample }: { readonly sample: SampleCode }): VNode {
  const { code, lines, label, palette } = sample;
  useSampleColors(palette);
  const codeLines = lines.length > 0 ? lines : code.split("\n").map((line) => [line]);
  return (
    <figure class="dw-code dw-try-sample">
      <div class="dw-code-body">
        <pre class="dw-code-scroll" tabIndex={0} role="region" aria-label={translate("Code sample, {0}", label)}>
          <code class="dw-code-lines">
            {codeLines.map((line, index) => (
              <span class="dw-line" key={index}>
                {line.map((token) =>
                  typeof token === "string" ? token : <span class={`dw-c${token[1]}`}>{token[0]}</span>,
                )}
                {"\n"}
              </span>
            ))}
          </code>
        </pre>
        <span class="dw-code-tools dw-code-tools-floating">
          <CopyControl label={translate("Copy as {0}", label)} getText={() => code} />
        </span>
      </div>
    </figure>
  );
}
