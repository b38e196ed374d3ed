import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { closeLocalServers, localMeans, serveBytes, serveLocally } from "../../../test/harness/local-server.ts";
import { download, type DownloadResult, type DownloadDependencies } from "./download.ts";

const spec = `{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}`;
const allowAll = () => true;

async function getFailure(answer: Promise<DownloadResult>): Promise<string> {
  const answered = await answer;
  assert.equal(answered.kind, "failed", JSON.stringify(answered).slice(0, 200));
  return answered.kind === "failed" ? answered.text : "";
}

describe("download", () => {
  afterEach(closeLocalServers);

  describe("files with a local copy", () => {
    const validators = { etag: '"a"', lastModified: "Sat, 21 Nov 2026 10:00:00 GMT" };

    it("are revalidated and reported as unchanged", async () => {
      const server = await serveLocally((_request, response) => response.writeHead(304).end());
      assert.deepEqual(await download({ url: server.url, isHostAllowed: allowAll, validators }, localMeans), {
        kind: "unchanged",
      });
      assert.equal(server.headers[0]?.["if-none-match"], '"a"');
      assert.equal(server.headers[0]?.["if-modified-since"], validators.lastModified);
    });

    it("are fetched again if the copy's validators are invalid", async () => {
      const server = await serveLocally((_request, response) => response.end(spec));
      const odd = { etag: '"a"\r\nx-evil: 1', lastModified: "" };
      assert.equal(
        (await download({ url: server.url, isHostAllowed: allowAll, validators: odd }, localMeans)).kind,
        "fetched",
      );
      assert.equal(server.headers[0]?.["if-none-match"], undefined);
    });

    it("are the only files for which a 304 response is accepted", async () => {
      const server = await serveLocally((_request, response) => response.writeHead(304).end());
      assert.equal(
        await getFailure(download({ url: server.url, isHostAllowed: allowAll }, localMeans)),
        "returned 304",
      );
    });
  });

  describe("responses", () => {
    const downloadFrom = async (answer: RequestListener, limits: DownloadDependencies["limits"] = {}) => {
      const server = await serveLocally(answer);
      return download({ url: server.url, isHostAllowed: allowAll }, { ...localMeans, limits });
    };

    it("are decompressed", async () => {
      const answer = await downloadFrom((_request, response) =>
        response.setHeader("content-encoding", "gzip").end(gzipSync(spec)),
      );
      assert.equal(answer.kind === "fetched" && answer.text, spec);
    });

    it("with another status are reported", async () => {
      assert.equal(
        await getFailure(downloadFrom((_request, response) => response.writeHead(404).end("no"))),
        "returned 404",
      );
      assert.equal(
        await getFailure(downloadFrom((_request, response) => response.writeHead(206).end("{"))),
        "returned 206",
      );
    });

    it("that are web pages are reported, regardless of their media type", async () => {
      const page = "<!doctype html><title>Sign in</title>";
      const honest: RequestListener = (_request, response) =>
        response.setHeader("content-type", "text/html; charset=utf-8").end(page);
      const dishonest: RequestListener = (_request, response) =>
        response.setHeader("content-type", "application/json").end(`\n ${page}`);
      for (const answer of [honest, dishonest]) assert.match(await getFailure(downloadFrom(answer)), /web page/);
    });

    it("that aren't text are reported", async () => {
      const text = await getFailure(
        downloadFrom((_request, response) => response.end(Buffer.from([0x7b, 0xff, 0xfe]))),
      );
      assert.equal(text, "isn't UTF-8 text");
    });

    it("with an unsupported encoding are reported", async () => {
      const text = await getFailure(
        downloadFrom((_request, response) => response.setHeader("content-encoding", "br").end("x")),
      );
      assert.match(text, /uses a compression format that isn't supported/);
    });

    it("that never end are canceled at the size limit", async () => {
      const endless: RequestListener = (_request, response) => {
        const write = () => {
          while (!response.destroyed && response.write("x".repeat(65_536)));
        };
        response.on("drain", write);
        write();
      };
      assert.equal(await getFailure(downloadFrom(endless, { maxBytes: 5_000_000 })), "is larger than 5 MB");
    });

    it("that are decompression bombs are canceled without using much memory", async () => {
      const bomb = gzipSync(Buffer.alloc(300_000_000));
      const before = process.memoryUsage().rss;
      const text = await getFailure(
        downloadFrom((_request, response) => response.setHeader("content-encoding", "gzip").end(bomb)),
      );
      assert.match(text, /expands to far more|larger/);
      assert.ok(process.memoryUsage().rss - before < 150_000_000);
    });

    it("that arrive too slowly are canceled at the time limit", async () => {
      const drip: RequestListener = (_request, response) => {
        const timer = setInterval(() => response.write(" "), 20);
        response.on("close", () => clearInterval(timer));
      };
      assert.equal(await getFailure(downloadFrom(drip, { totalTimeout: 200 })), "took longer than 0.2 seconds");
    });

    it("that never arrive cause a timeout", async () => {
      assert.equal(
        await getFailure(downloadFrom(() => undefined, { totalTimeout: 100 })),
        "took longer than 0.1 seconds",
      );
    });

    it("can be canceled", async () => {
      const controller = new AbortController();
      const server = await serveLocally(() => controller.abort());
      const text = await getFailure(
        download({ url: server.url, isHostAllowed: allowAll, signal: controller.signal }, localMeans),
      );
      assert.match(text, /wasn't fetched because it was canceled/);
    });

    it("that are incomplete are reported", async () => {
      const length = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{";
      const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":';
      for (const bytes of [length, chunked]) {
        const text = await getFailure(download({ url: await serveBytes(bytes), isHostAllowed: allowAll }, localMeans));
        assert.equal(text, "closed the connection before the file was complete");
      }
      const half = gzipSync(spec.repeat(50)).subarray(0, 40);
      const packed = downloadFrom((_request, response) => response.setHeader("content-encoding", "gzip").end(half));
      assert.equal((await packed).kind, "failed");
    });

    it("that aren't HTTP are reported", async () => {
      for (const bytes of ["SSH-2.0-OpenSSH\r\n", "", "{}", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(20_000)}\r\n\r\n`])
        assert.equal(
          (await download({ url: await serveBytes(bytes), isHostAllowed: allowAll }, localMeans)).kind,
          "failed",
          bytes.slice(0, 20),
        );
    });
  });
});
