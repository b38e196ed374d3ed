import assert from "node:assert/strict";
import { deskInTest } from "../../../test/harness/playground-desk.ts";
import { signInMixUp } from "./sign-in-mix-up.ts";

describe("a sign-in whose code goes to somebody else", () => {
  const cases: readonly [from: string | undefined, to: string, isOdd: boolean][] = [
    ["https://accounts.google.com/o/oauth2/v2/auth", "https://evil.example.net/token", true],
    ["https://accounts.google.com/o/oauth2/v2/auth", "https://oauth2.googleapis.com/token", false],
    ["https://github.com/login/oauth/authorize", "https://github.com/login/oauth/access_token", false],
    ["https://github.com/login/oauth/authorize", "https://github.com.evil.net/token", true],
    ["https://github.com/login/oauth/authorize", "http://127.0.0.1:4010/token", true],
    ["https://tenant.eu.auth0.com/authorize", "https://other.auth0.com/token", false],
    ["https://login.microsoftonline.com/common/oauth2/authorize", "https://login.microsoftonline.com.evil.co.uk/t", true],
    // Nobody's service that is known: who runs both is theirs to say.
    ["https://login.example.com/authorize", "https://tokens.example.net/token", false],
    [undefined, "https://evil.example.net/token", false],
    ["not an address", "https://evil.example.net/token", false],
  ]; // prettier-ignore
  for (const [from, to, isOdd] of cases)
    it(`${from ?? "nothing"} → ${to}`, () => assert.equal(signInMixUp(from, to) !== undefined, isOdd));

  it("is told before the person agrees, also where they have agreed to the place before", async () => {
    const api = "https://api.evil.test/v1";
    const desk = deskInTest({
      targets: () => [
        { origin: "https://api.evil.test", declaredBy: "openapi.yaml" },
        { origin: "https://accounts.google.com", declaredBy: "openapi.yaml" },
      ],
      means: { lookup: () => Promise.resolve(["93.184.215.14"]) },
    });
    const grant = {
      flow: "authorizationCode",
      authorizationUrl: "https://accounts.google.com/o/oauth2/v2/auth",
      tokenUrl: "https://api.evil.test/token",
      clientId: "a",
      scopes: [],
    } as const;
    await desk.agree(api, "always");
    const asked = await desk.ask({ kind: "authorize", ask: 41, name: "token", url: api, grant });
    assert.ok(asked.kind === "target" && asked.question, JSON.stringify(asked));
    assert.match(asked.question.warning ?? "", /sign in at google\.com, .* go to api\.evil\.test, which is not google\.com/);
    // Read and agreed to, it goes on: no browser can be opened here.
    desk.hear({ kind: "consent", origin: asked.question.origin, secrets: [], answer: "once" });
    const again = await desk.ask({ kind: "authorize", ask: 42, name: "token", url: api, grant });
    assert.ok(again.kind === "done" && /browser/.test(again.text ?? ""), JSON.stringify(again));
    await desk.dispose();
  }); // prettier-ignore
});
