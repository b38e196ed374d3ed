import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { emptyAnswer, serveRaw, type RawServer } from "../../../test/harness/raw-server.ts";
import { disposeRelays, createTestRelay } from "../../../test/harness/relay-harness.ts";
import type { OpenedFile } from "./relay.ts";

function createFile(name: string, bytes: Buffer, type = "", size = bytes.length): OpenedFile {
  return { name, size, type, openStream: () => Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]) };
}

describe("request bodies", () => {
  let server: RawServer;
  before(async () => {
    server = await serveRaw((socket) => socket.write(emptyAnswer));
  });
  afterEach(disposeRelays);
  after(() => server.close());

  const post = async (envelope: object, files: Readonly<Record<string, OpenedFile>> = {}) => {
    const before = server.received.length;
    const events = await createTestRelay({ targets: [server.origin], files }).ask({
      method: "POST",
      url: server.origin,
      ...envelope,
    });
    const request = server.received.slice(before).at(-1) ?? Buffer.alloc(0);
    const at = request.indexOf("\r\n\r\n");
    return { ...events, request, head: request.toString("latin1", 0, at), body: request.subarray(at + 4) };
  };
  const getHeader = (head: string, name: string) => new RegExp(`\\r\\n${name}: (.*)`, "i").exec(head)?.[1];

  it("of text, JSON, and Base64 are sent unchanged with their length", async () => {
    const sent: readonly (readonly [envelope: object, body: string, type: string | undefined])[] = [
      [{ body: "ü\r\n" }, "ü\r\n", undefined],
      [{ body: { a: "ü" } }, '{"a":"ü"}', "application/json"],
      [{ body: [1], header: { "content-type": "application/vnd.api+json" } }, "[1]", "application/vnd.api+json"],
      [{ body: null }, "null", "application/json"],
      [{ body: "" }, "", undefined],
      [{ bodyBase64: "AAEC/w==" }, "\0\u0001\u0002\xff", undefined],
      [{}, "", undefined],
    ];
    for (const [envelope, body, type] of sent) {
      const got = await post(envelope);
      const expected = "bodyBase64" in envelope ? Buffer.from(body, "latin1") : Buffer.from(body);
      assert.deepEqual([got.body, getHeader(got.head, "content-length")], [expected, String(expected.length)]);
      assert.equal(getHeader(got.head, "content-type"), type);
    }
  });

  it("of GET requests are sent if present; otherwise, the Content-Length header is omitted", async () => {
    assert.equal((await post({ method: "GET", body: "a" })).body.toString(), "a");
    assert.equal(getHeader((await post({ method: "GET" })).head, "content-length"), undefined);
  });

  it("of files are streamed with the file's type by default", async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    const got = await post({ bodyFile: "f" }, { f: createFile("a.png", bytes, "image/png") });
    assert.ok(got.body.equals(bytes));
    assert.equal(getHeader(got.head, "content-type"), "image/png");
    const typed = await post({ bodyFile: "f", header: { "Content-Type": "a/b" } }, { f: createFile("a.png", bytes, "image/png") }); // prettier-ignore
    assert.equal(getHeader(typed.head, "content-type"), "a/b");
  });

  it("from deleted or changed files aren't sent", async () => {
    assert.equal((await post({ bodyFile: "gone" })).failure?.code, "unknown-file");
    for (const size of [2, 100]) {
      const { failure, body } = await post(
        { bodyFile: "f" },
        { f: createFile("a.bin", Buffer.from("0123456789"), "", size) },
      );
      assert.equal(failure?.code, "unknown-file");
      assert.ok(body.length <= size, "more bytes were sent than announced");
    }
    const broken: OpenedFile = { name: "a", size: 5, type: "", openStream: () => new Readable({ read() { this.destroy(new Error("EIO")); } }) }; // prettier-ignore
    assert.equal((await post({ bodyFile: "f" }, { f: broken })).failure?.code, "unknown-file");
  });

  describe("that are multipart", () => {
    const sendParts = async (
      multipart: object[],
      more: object = {},
      files: Readonly<Record<string, OpenedFile>> = {},
    ) => {
      const got = await post({ multipart, ...more }, files);
      const [, subtype, boundary = ""] = /^multipart\/([\w-]+); boundary=([\w'()+,./:=?-]{1,70})$/.exec(getHeader(got.head, "content-type") ?? "") ?? []; // prettier-ignore
      const text = got.body.toString("latin1");
      const pieces = text.split(`--${boundary}`);
      assert.equal(getHeader(got.head, "content-length"), String(got.body.length));
      assert.deepEqual([pieces[0], pieces.at(-1)], ["", "--\r\n"]);
      return { ...got, subtype, pieces: pieces.slice(1, -1) };
    };
    const f = createFile("photo.png", Buffer.from("PNG\r\n--bytes"), "image/png");

    it("follow RFC 7578", async () => {
      const got = await sendParts(
        [
          { name: "title", value: "Grüße" },
          { name: "meta", value: '{"a":1}', contentType: "application/json" },
          { name: "photo", fileRef: "f" },
          { name: "photo", fileRef: "f", filename: "b.bin", contentType: "application/x-b" },
        ],
        {},
        { f },
      );
      assert.equal(got.subtype, "form-data");
      assert.deepEqual(got.pieces.map((piece) => Buffer.from(piece, "latin1").toString()), [
        '\r\nContent-Disposition: form-data; name="title"\r\n\r\nGrüße\r\n',
        '\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n',
        '\r\nContent-Disposition: form-data; name="photo"; filename="photo.png"\r\nContent-Type: image/png\r\n\r\nPNG\r\n--bytes\r\n',
        '\r\nContent-Disposition: form-data; name="photo"; filename="b.bin"\r\nContent-Type: application/x-b\r\n\r\nPNG\r\n--bytes\r\n',
      ]); // prettier-ignore
    });

    it("use only the subtype from a request header, not the boundary", async () => {
      const got = await sendParts([{ name: "a", value: "1" }], {
        header: { "Content-Type": "multipart/mixed; boundary=x" },
      });
      assert.equal(got.subtype, "mixed");
      assert.equal(got.head.match(/content-type/gi)?.length, 1);
      const other = await sendParts([{ name: "a", value: "1" }], {
        header: { "content-type": "application/json" },
      });
      assert.equal(other.subtype, "form-data");
    });

    // See HTML, “escape a multipart form data name”, and RFC 7578, section 4.2, which doesn't allow path components.
    const filenames: Readonly<Record<string, string>> = {
      'a"b.png': "a%22b.png",
      "a\r\nContent-Type: text/html\r\n\r\n.png": "html%0D%0A%0D%0A.png",
      "../../etc/passwd": "passwd",
      "C:\\fakepath\\a.png": "a.png",
      "..": "file",
      "a/": "file",
      "a\0b": "a b",
      "Grüße 😀.png": "Grüße 😀.png",
    };
    for (const [filename, expected] of Object.entries(filenames))
      it(`name the file ${JSON.stringify(filename)} ${expected}`, async () => {
        const { pieces } = await sendParts([{ name: "x", fileRef: "f", filename }], {}, { f });
        const [head = ""] = Buffer.from(pieces[0] ?? "", "latin1")
          .toString()
          .split("\r\n\r\n");
        assert.equal(
          head,
          `\r\nContent-Disposition: form-data; name="x"; filename="${expected}"\r\nContent-Type: image/png`,
        );
      });

    // RFC 2046, section 5.1: a part's headers are the lines before the blank line.
    it("include custom headers after the generated ones", async () => {
      const headers = [["X-B", "2"], ["X-A", 'a, "b"']]; // prettier-ignore
      const got = await sendParts([{ name: "a", value: "v", headers }, { name: "x", fileRef: "f", headers }], {}, { f }); // prettier-ignore
      assert.deepEqual(got.pieces, [
        '\r\nContent-Disposition: form-data; name="a"\r\nX-B: 2\r\nX-A: a, "b"\r\n\r\nv\r\n',
        '\r\nContent-Disposition: form-data; name="x"; filename="photo.png"\r\nContent-Type: image/png\r\nX-B: 2\r\nX-A: a, "b"\r\n\r\nPNG\r\n--bytes\r\n',
      ]);
    });

    for (const header of [
      ["X-A", "a\r\nX-Evil: 1"],
      ["X-A", "a\nb"],
      ["X-A", "a\0b"],
      ["X-A", "ä"],
      ["X-A", "😀"],
      ["X-A: 1\r\nX-Evil", "1"],
      ["X A", "1"],
      ["", "1"],
      ["Content-Type", "text/html"],
      ["content-disposition", "attachment"],
      ["Content-Length", "9"],
      ["Transfer-Encoding", "chunked"],
      ["Host", "evil.test"],
      ["X-A"],
      ["X-A", 7],
      "X-A: 1",
    ])
      // prettier-ignore
      it(`aren't sent with the header ${JSON.stringify(header)}`, async () => {
        const { failure, request } = await post({ multipart: [{ name: "a", value: "v", headers: [header] }] });
        assert.deepEqual([failure?.code, request.length], ["malformed", 0]);
      });

    it("aren't sent if the secret in a header contains a line break", async () => {
      const secrets = { key: { value: "a\r\nX-Evil: 1", origin: server.origin } };
      const before = server.received.length;
      const { failure } = await createTestRelay({ targets: [server.origin], secrets }).ask({
        method: "POST",
        url: server.origin,
        multipart: [{ name: "a", value: "v", headers: [["X-A", "{{secret:key}}"]] }],
      });
      assert.deepEqual([failure?.code, server.received.length], ["malformed", before]);
      assert.ok(!JSON.stringify(failure).includes("X-Evil"));
    });

    // See OpenAPI 3.2.0, “Encoding By Position”, and RFC 2046, section 5.1.
    it("have no part names unless a header sets one", async () => {
      const ownHeader: [string, string] = ["Content-Disposition", 'form-data; name="a"'];
      const { pieces } = await sendParts([
        { value: "x", contentType: "text/csv" },
        { fileRef: "f" },
        { value: "y", headers: [ownHeader] },
      ], {}, { f }); // prettier-ignore
      assert.deepEqual(pieces, [
        "\r\nContent-Type: text/csv\r\n\r\nx\r\n",
        "\r\nContent-Type: image/png\r\n\r\nPNG\r\n--bytes\r\n",
        '\r\nContent-Disposition: form-data; name="a"\r\n\r\ny\r\n',
      ]);
      const { failure } = await post({ multipart: [{ name: "a", value: "v", headers: [ownHeader] }] });
      assert.equal(failure?.code, "malformed", "a part with two names was accepted");
    });

    it("can contain parts with a different boundary", async () => {
      const inside = [{ value: "1", contentType: "text/plain" }];
      const got = await sendParts([{ multipart: inside, contentType: "multipart/mixed" }], {
        header: { "Content-Type": "multipart/mixed" },
      });
      const [, outer = ""] = /boundary=(.*?)\r\n/.exec(got.head) ?? [];
      const [, inner = ""] = /boundary=(.*?)\r\n/.exec(got.pieces[0] ?? "") ?? [];
      assert.ok(inner !== "" && !inner.startsWith(outer) && !outer.startsWith(inner));
      assert.equal(
        got.pieces[0],
        `\r\nContent-Type: multipart/mixed; boundary=${inner}\r\n\r\n--${inner}\r\nContent-Type: text/plain\r\n\r\n1\r\n--${inner}--\r\n\r\n`,
      );
    });

    it("preserve other content type parameters, such as the `type` that `multipart/related` requires (RFC 2387)", async () => {
      const { head } = await post({
        multipart: [{ value: "1" }],
        header: { "Content-Type": 'multipart/related; boundary=x; type="text/html"; a=b' },
      });
      assert.match(
        getHeader(head, "content-type") ?? "",
        /^multipart\/related; type="text\/html"; a=b; boundary=docwright-[\w-]+$/,
      );
    });

    const createDeep = (levels: number): object =>
      levels === 0 ? { value: "1" } : { multipart: [createDeep(levels - 1)], contentType: "multipart/mixed" };
    for (const [what, part] of [
      ["a file and parts", { fileRef: "f", multipart: [] }],
      ["parts without a multipart type", { multipart: [{ value: "1" }] }],
      ["parts of a type that isn't multipart", { multipart: [{ value: "1" }], contentType: "text/plain" }],
      ["invalid parts", { multipart: ["x"], contentType: "multipart/mixed" }],
      ["parts nested too deeply", createDeep(7)],
      ["an invalid name", { name: 7, value: "1" }],
      [
        "too many parts in total",
        { multipart: Array.from({ length: 1000 }, () => ({ value: "" })), contentType: "multipart/mixed" },
      ],
      [
        "a line break in the type of a nested part",
        { multipart: [{ value: "1", contentType: "a/b\r\nX: 1" }], contentType: "multipart/mixed" },
      ],
    ] as const)
      // prettier-ignore
      it(`aren't sent with ${what}`, async () => {
        const { failure, request } = await post({ multipart: [part] });
        assert.deepEqual([failure?.code, request.length], ["malformed", 0]);
      });

    it("encode special characters in part names", async () => {
      const { pieces } = await sendParts([{ name: 'a"\r\nX: 1', value: "v" }]);
      assert.equal(pieces[0], '\r\nContent-Disposition: form-data; name="a%22%0D%0AX: 1"\r\n\r\nv\r\n');
    });
  });
});
