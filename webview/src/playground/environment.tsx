import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useUniqueId } from "../components/tabs.tsx";
import { translate, translateNodes } from "../language/translate.ts";
import { usePlaygroundContext, useView } from "./store/playground-store.ts";
import { CrossButton } from "./ui/controls.tsx";

interface EnvironmentDialogProps {
  /** The name of the environment, or an empty string for a new environment. */
  readonly name: string;
  readonly onClose: () => void;
}

/** A dialog for the base URL and the variables of an environment. Both are stored for the author, never in the site. */
export function EnvironmentDialog({ name: currentName, onClose }: EnvironmentDialogProps): VNode {
  const { store } = usePlaygroundContext();
  const { state } = useView("state");
  const environmentToEdit = state.environments.find((each) => each.name === currentName);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useUniqueId();
  const [name, setName] = useState(currentName);
  const [baseUrl, setBaseUrl] = useState(environmentToEdit?.baseUrl ?? "");
  const [keepsCookies, setKeepsCookies] = useState(environmentToEdit?.keepsCookies ?? false);
  const [rows, setRows] = useState<readonly (readonly [string, string])[]>(() => [
    ...Object.entries(environmentToEdit?.variables ?? {}),
    ["", ""],
  ]);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const isNameInUse = name !== currentName && state.environments.some((each) => each.name === name);
  const isBaseUrlValid = baseUrl.trim() === "" || /^https?:\/\/[^\s/]+/i.test(baseUrl.trim());
  const save = (): void => {
    const variables = Object.fromEntries(rows.filter(([key]) => key.trim() !== ""));
    const environment = {
      baseUrl: baseUrl.trim() === "" ? undefined : baseUrl.trim(),
      variables,
      keepsCookies,
    };
    const { send } = store.port;
    if (currentName !== "" && currentName !== name)
      send({ kind: "relay/environment", change: { kind: "remove", name: currentName } });
    send({ kind: "relay/environment", change: { kind: "set", name: name.trim(), environment } });
    send({ kind: "relay/environment", change: { kind: "choose", name: name.trim() } });
    dialog.current?.close();
  };
  const setRow = (index: number, row: readonly [string, string]): void => {
    const newRows = rows.with(index, row);
    setRows(newRows.at(-1)?.[0] === "" ? newRows : [...newRows, ["", ""]]);
  };
  return (
    <dialog ref={dialog} class="dw-try-dialog" aria-labelledby={`${id}-title`} onClose={onClose}>
      <h2 id={`${id}-title`}>
        {currentName === "" ? translate("New environment") : translate("Environment {0}", currentName)}
      </h2>
      <div class="dw-try-form">
        <label for={`${id}-name`}>{translate("Environment name")}</label>
        <input
          id={`${id}-name`}
          type="text"
          class="dw-try-input"
          autocomplete="off"
          maxLength={60}
          placeholder="local"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <label for={`${id}-url`}>{translate("Base URL")}</label>
        <input
          id={`${id}-url`}
          type="text"
          class="dw-try-input"
          autocomplete="off"
          spellcheck={false}
          placeholder={translate("Replaces the specification’s servers, for example, {0}", "http://localhost:3000")}
          value={baseUrl}
          {...(!isBaseUrlValid && { "aria-invalid": true })}
          onInput={({ currentTarget }) => setBaseUrl(currentTarget.value)}
        />
      </div>
      <fieldset class="dw-try-pairs">
        <legend>{translateNodes("Variables, used as {0}", <code>{"{{name}}"}</code>)}</legend>
        {rows.map(([key, value], index) => (
          <div class="dw-try-row" key={index}>
            <input
              type="text"
              class="dw-try-input"
              aria-label={translate("Name of variable {0}", index + 1)}
              placeholder={translate("name")}
              autocomplete="off"
              spellcheck={false}
              value={key}
              onInput={({ currentTarget }) => setRow(index, [currentTarget.value, value])}
            />
            <input
              type="text"
              class="dw-try-input"
              aria-label={translate("Value of variable {0}", index + 1)}
              placeholder={translate("value")}
              autocomplete="off"
              spellcheck={false}
              value={value}
              onInput={({ currentTarget }) => setRow(index, [key, currentTarget.value])}
            />
            <CrossButton
              title={translate("Remove")}
              label={translate("Remove variable {0}", index + 1)}
              disabled={rows.length === 1}
              onClick={() => setRows(rows.toSpliced(index, 1))}
            />
          </div>
        ))}
      </fieldset>
      <label class="dw-try-option">
        <input
          type="checkbox"
          class="dw-try-tick"
          checked={keepsCookies}
          onChange={({ currentTarget }) => setKeepsCookies(currentTarget.checked)}
        />
        {translate("Send cookies set by earlier responses")}
      </label>
      <p class="dw-try-words">
        {translate(
          "Store passwords and tokens as secrets, not as variables. The history shows the values of variables.",
        )}
      </p>
      <div class="dw-try-answers">
        <button
          type="button"
          class="dw-try-send"
          disabled={name.trim() === "" || isNameInUse || !isBaseUrlValid}
          onClick={save}
        >
          {translate("Save")}
        </button>
        <button type="button" class="dw-button" onClick={() => dialog.current?.close()}>
          {translate("Cancel")}
        </button>
        {currentName !== "" && (
          <button
            type="button"
            class="dw-button dw-try-remove"
            onClick={() => {
              store.port.send({ kind: "relay/environment", change: { kind: "remove", name: currentName } });
              dialog.current?.close();
            }}
          >
            {translate("Remove")}
          </button>
        )}
      </div>
    </dialog>
  );
}

/** A list in which users select the environment for the request, edit it, or create a new one. */
export function EnvironmentPicker(): VNode {
  const { store } = usePlaygroundContext();
  const { state } = useView("state");
  const [editedName, setEditedName] = useState<string>();
  return (
    <span class="dw-try-environment">
      <label class="dw-try-labeled">
        {translate("Environment")}
        <select
          class="dw-try-select"
          value={state.environment}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget;
            currentTarget.value = state.environment;
            if (value === "\nnew") setEditedName("");
            else if (value === "\nedit") setEditedName(state.environment);
            else store.port.send({ kind: "relay/environment", change: { kind: "choose", name: value } });
          }}
        >
          <option value="">{translate("No environment")}</option>
          {state.environments.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
          {state.environment !== "" && <option value={"\nedit"}>{translate("Edit {0}…", state.environment)}</option>}
          <option value={"\nnew"}>{translate("New environment…")}</option>
        </select>
      </label>
      {editedName !== undefined && <EnvironmentDialog name={editedName} onClose={() => setEditedName(undefined)} />}
    </span>
  );
}
