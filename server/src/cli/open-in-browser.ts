import { spawn } from "node:child_process";

/**
 * Opens an address of the web in the person's browser, without a shell in between. False for another kind of address and
 * where no program takes it; a machine without a browser is no failure.
 */
export function openInBrowser(address: string): Promise<boolean> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const program = programs[process.platform] ?? ["xdg-open"];
  const [command, ...args] = program;
  if ((url?.protocol !== "http:" && url?.protocol !== "https:") || command === undefined)
    return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url.href], { stdio: "ignore", detached: true });
    child.on("error", () => resolve(false));
    child.on("spawn", () => resolve(true));
    child.unref();
  });
}

const programs: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
