import { chromium, type Browser, type BrowserServer, type LaunchOptions } from "playwright-core";

/** A headless Chromium that asks nothing of the network. Who launched it closes it; signals are left to us. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return startTwice(() => chromium.launch({ executablePath, ...quiet }));
}

/** The same for several processes, which connect to its address. */
export function serveChromium(executablePath: string): Promise<BrowserServer> {
  return startTwice(() => chromium.launchServer({ executablePath, ...quiet }));
}

/** What did not come up on a busy machine may come up the second time. */
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
    // As in a browser with windows, so that a frame that hangs doesn't take its page with it.
    "--site-per-process",
    "--enable-features=IsolateSandboxedIframes",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // Letters and colours are painted the same on every machine.
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--force-color-profile=srgb",
  ],
};
