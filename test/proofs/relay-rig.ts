import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RelayDependencies, RelayTarget } from "../../server/src/relay/relay.ts";
import { createReceivedFiles } from "../../server/src/relay/listener/uploads.ts";
import type { PlaygroundServiceOptions } from "../../server/src/relay/playground/playground-service.ts";
import { closeLocalServers, serveLocally, type LocalServer } from "../harness/local-server.ts";
import { createTestPlayground, type TestPlayground } from "../harness/playground-service.ts";
import { rawBytes, type RawAnswer } from "../harness/raw-request.ts";
import { startRelayServer, type RelayServer, type ShownPages } from "../harness/relay-server.ts";

/** A secret that must appear only in the requests that the target receives. */
export const canary = "canary-9f3c1e-of-the-person";

export interface Rig {
  readonly server: RelayServer;
  readonly playground: TestPlayground;
  /** The server to which the user wants to send requests. The user has allowed it. */
  readonly target: LocalServer;
  readonly targetOrigin: string;
  /** The server that isn't allowed. */
  readonly victim: LocalServer;
  readonly victimOrigin: string;
  /** Adds another target that the site declares. */
  readonly declare: (target: RelayTarget) => void;
  /** Replaces the target's default response. */
  readonly answerWith: (answer: RequestListener) => void;
  /**
   * Sends an envelope in the same way as the playground page. The response is recorded, so that secrets can be searched
   * for in it.
   */
  readonly send: (envelope: unknown, others?: Readonly<Record<string, string | undefined>>) => Promise<RawAnswer>;
  /** Sends bytes to the listener without changing them. */
  readonly raw: (text: string, until?: RegExp) => Promise<string>;
  /** Returns the failure code of the relay, such as `refused-address`, or an empty string if the request was sent. */
  readonly failure: (envelope: unknown) => Promise<string>;
  /** Verifies that a valid request with the secret still succeeds. */
  readonly control: () => Promise<void>;
  readonly folder: string;
  readonly close: () => Promise<void>;
}

export interface RigOptions {
  readonly dependencies?: RelayDependencies;
  /** Targets in addition to the default one. */
  readonly targets?: readonly RelayTarget[];
  readonly serviceOptions?: Partial<PlaygroundServiceOptions>;
  readonly allowedHosts?: readonly string[];
  readonly pages?: ShownPages;
}

/**
 * Starts `docwright preview` with a target that counts requests, and with a user who has allowed the target and stored
 * a secret for it. By default, the site has no pages.
 */
export async function startRig({
  dependencies,
  targets = [],
  serviceOptions,
  allowedHosts = [],
  pages,
}: RigOptions = {}): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), "docwright-rig-"));
  const messages: string[] = [];
  const answerOk: RequestListener = (_request, response) => response.end('{"ok":true}');
  let listener = answerOk;
  const target = await serveLocally((request, response) => listener(request, response));
  const victim = await serveLocally(answerOk);
  const [targetOrigin, victimOrigin] = [`http://${target.host}`, `http://${victim.host}`];
  const declared = [{ origin: targetOrigin, declaredBy: "openapi.yaml" }, ...targets];
  const files = createReceivedFiles({ folder });
  const service = createTestPlayground({
    listTargets: () => declared,
    openFile: async (fileRef) => files.openFile(fileRef),
    getOwnPort: () => server.port,
    dependencies: { storedBodyFolder: folder, ...dependencies },
    ...serviceOptions,
  });
  const server: RelayServer = await startRelayServer(service.relay, {
    allowedHosts,
    files,
    limits: { idleTimeout: 500 },
    ...(pages && { pages }),
  });
  service.handleMessage({ kind: "relay/setSecret", name: "token", url: targetOrigin, value: canary });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await service.agree(targetOrigin, "always", ["token"]);

  const noted = (answer: RawAnswer): RawAnswer => {
    messages.push(JSON.stringify([...answer.headers]), answer.body, headText(answer));
    return answer;
  };
  const send: Rig["send"] = async (envelope, headers) => noted(await server.send(envelope, headers));
  const failure: Rig["failure"] = async (envelope) => (await send(envelope)).headers.get("x-relay-error") ?? "";
  return {
    server,
    playground: service,
    target,
    targetOrigin,
    victim,
    victimOrigin,
    folder,
    send,
    failure,
    declare: (each) => void declared.push(each),
    answerWith: (answer) => (listener = answer),
    raw: async (text, until) => {
      const answer = await rawBytes(server.port, text, until);
      messages.push(answer);
      return answer;
    },
    control: async () => {
      listener = answerOk;
      const before = target.paths.length;
      const header = { Authorization: "Bearer {{secret:token}}" };
      const answer = await send({ method: "GET", url: `${targetOrigin}/control?k={{secret:token}}`, header });
      assert.equal(answer.status, 200, `the control request fails: ${answer.body}`);
      assert.equal(target.paths.length, before + 1);
      assert.equal(target.headers.at(-1)?.authorization, `Bearer ${canary}`);
    },
    close: async () => {
      // All data that was returned, sent to the page, stored, or left on disk.
      messages.push(JSON.stringify(service.sent), JSON.stringify(service.state()), ...textsIn(folder));
      await server.close();
      await service.dispose();
      await closeLocalServers();
      const left = readdirSync(folder);
      rmSync(folder, { recursive: true });
      for (const text of messages)
        for (const form of formsOf(canary))
          assert.ok(!text.includes(form), `a secret was revealed: ${text.slice(0, 300)}`);
      assert.deepEqual(left, [], "files were left behind");
    },
  };
}

/**
 * An attack. Each attack in a table becomes a numbered test, in which the victim must not be contacted and valid
 * requests must still succeed.
 */
export interface Attack {
  /** The number of the attack, such as `12` or `X128`. */
  readonly no: string;
  readonly what: string;
  readonly options?: RigOptions | (() => RigOptions);
  /** The number of the attack's requests that may reach the target. The default is 0. */
  readonly reaches?: number;
  readonly run: (rig: Rig) => Promise<void>;
}

export function itWithstands(attacks: readonly Attack[]): void {
  for (const { no, what, options, reaches = 0, run } of attacks)
    it(`fail for attack ${no}: ${what}`, async () => {
      const rig = await startRig(typeof options === "function" ? options() : options);
      try {
        await rig.control();
        const before = rig.target.paths.length;
        await run(rig);
        assert.equal(rig.target.paths.length - before, reaches, "requests that reached the target");
        assert.equal(rig.victim.connections, 0, "connections to the victim");
        await rig.control();
      } finally {
        await rig.close();
      }
    });
}

/** Returns the request line and headers that the playground page would send, with these overrides. */
export function requestText(
  { server }: Rig,
  line: string,
  others: Readonly<Record<string, string | undefined>> = {},
  body = "",
): string {
  const own = { Host: `127.0.0.1:${server.port}`, ...server.headers(others) };
  const headers = Object.entries({
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
    ...own,
    ...others,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\r\n`]));
  return `${line} HTTP/1.1\r\n${headers.join("")}\r\n${body}`;
}

export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat((await request.toArray()) as Buffer[]).toString("latin1");
}

function headText({ headers }: RawAnswer): string {
  return Buffer.from(headers.get("x-relay-response") ?? "", "base64url").toString("utf8");
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex")];
}

function textsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"));
}
