import { chromium, type Browser, type BrowserServer, type LaunchOptions } from "playwright-core";

/**
 * Launches a headless Chromium that doesn't make its own network requests. The caller must close it and handle signals.
 */
export function launchChromium(executablePath: string): Promise<Browser> {
  return startTwice(() => chromium.launch({ executablePath, ...quiet }));
}

/** Works like `launchChromium`, but for several processes, which connect to the server's endpoint. */
export function serveChromium(executablePath: string): Promise<BrowserServer> {
  return startTwice(() => chromium.launchServer({ executablePath, ...quiet }));
}

/** Starts Chromium. If that fails, tries again once, because a second attempt may succeed on a busy machine. */
function startTwice<T>(start: () => Promise<T>): Promise<T> {
  return start().catch(start);
}

const quiet: LaunchOptions = {
  headless: true,
  timeout: 180_000,
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    // Isolates sites in separate processes, as in a browser with windows, so a frame that hangs doesn't block its page.
    "--site-per-process",
    "--enable-features=IsolateSandboxedIframes",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // These options make text and colors look the same on every machine.
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--force-color-profile=srgb",
  ],
};
