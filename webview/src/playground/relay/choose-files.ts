/** The browser's own dialog. Empty when the person has chosen nothing. */
export function chooseFiles(many: boolean): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = many;
    input.hidden = true;
    const end = (files: readonly File[]): void => {
      input.remove();
      resolve(files);
    };
    input.addEventListener("change", () => end([...(input.files ?? [])]));
    input.addEventListener("cancel", () => end([]));
    document.body.append(input);
    input.click();
  });
}
