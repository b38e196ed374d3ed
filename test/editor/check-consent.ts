import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { CodeServer } from "../../tools/editor/install-code-server.ts";
import { channelSteps } from "./by-hand/channel-steps.ts";
import { fetchSteps } from "./by-hand/fetch-steps.ts";
import { certificateSteps, setProxyStep, trustedAuthority, useProxyStep } from "./by-hand/network-steps.ts";
import { noSecretStep, playgroundSteps } from "./by-hand/playground-steps.ts";
import { previewSteps } from "./by-hand/preview-steps.ts";
import { quaySteps } from "./by-hand/quay-steps.ts";
import { runByHand } from "./runner/run-by-hand.ts";
import type { RunControl, TestReport } from "./runner/session.ts";

/**
 * Tests the consent prompts for fetching specifications, and the requests and links of a preview, with the installed
 * package and only with clicks. The test suites can't cover these, because VS Code doesn't show prompts or
 * notifications while it runs suites.
 */
export function checkConsent(codeServer: CodeServer, control: RunControl): Promise<TestReport[]> {
  return runByHand(codeServer, control, {
    name: "consent",
    site: path.resolve(__dirname, "remote-specification"),
    withoutTestDriver: true,
    prepare: async (folder) => {
      const authority = path.join(folder, "authority.pem");
      await writeFile(authority, trustedAuthority);
      return { NODE_EXTRA_CA_CERTS: authority };
    },
    steps: [
      ...fetchSteps,
      ...playgroundSteps,
      ...quaySteps,
      ...certificateSteps,
      setProxyStep,
      ...previewSteps,
      ...channelSteps,
      useProxyStep,
      noSecretStep,
    ],
  });
}
