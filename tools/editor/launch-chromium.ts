import { chromium, type Browser, type LaunchOptions } from "playwright-core";

/**
 * Launches a headless Chromium that doesn't make its own network requests. The caller must close it and handle signals.
 */
export function launchChromium(executablePath: string): Promise<Browser> {
  const start = () => chromium.launch({ executablePath, ...quiet });
  // A second attempt may succeed on a busy machine.
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
