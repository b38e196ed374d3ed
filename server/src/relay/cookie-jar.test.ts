import assert from "node:assert/strict";
import { cookieJar } from "./cookie-jar.ts";

/** Where it is set, what is set, where it is asked for → what is sent (RFC 6265, 5.3 and 5.4). */
const cases: readonly (readonly [from: string, setCookie: string, to: string, sent: string])[] = [
  ["https://api.example.com/a/b", "a=1", "https://api.example.com/a/c", "a=1"],
  ["https://api.example.com/a/b", "a=1", "https://api.example.com/", ""],
  ["https://api.example.com/", "a=1; Path=/x", "https://api.example.com/x/y", "a=1"],
  ["https://api.example.com/", "a=1", "https://other.example.com/", ""],
  ["https://api.example.com/", "a=1; Domain=example.com", "https://other.example.com/", "a=1"],
  ["https://api.example.com/", "a=1; Domain=other.example.com", "https://other.example.com/", ""],
  ["https://api.example.com/", "a=1; Domain=com", "https://other.com/", ""],
  ["https://ada.github.io/", "a=1; Domain=github.io", "https://bob.github.io/", ""],
  ["https://api.example.com/", "a=1; Secure", "http://api.example.com/", ""],
  ["https://api.example.com/", "a=1; Max-Age=0", "https://api.example.com/", ""],
  ["https://api.example.com/", "a=1; HttpOnly", "https://api.example.com/", "a=1"],
  ["http://localhost:4010/", "a=1", "http://localhost:4010/x", "a=1"],
  ["http://127.0.0.1:4010/", "a=1", "http://127.0.0.1:4010/x", "a=1"],
  ["https://api.example.com/", "", "https://api.example.com/", ""],
  ["https://api.example.com/", "no cookie", "https://api.example.com/", ""],
];

describe("cookies that are kept", () => {
  for (const [from, setCookie, to, sent] of cases)
    it(`“${setCookie}” of ${from} at ${to}: “${sent}”`, () => {
      const jar = cookieJar();
      jar.take(from, setCookie);
      assert.equal(jar.cookiesFor(to), sent);
    });

  it("are taken back", () => {
    const jar = cookieJar();
    jar.take("https://a.example/", "a=1");
    jar.take("https://a.example/", "a=; Max-Age=0");
    assert.equal(jar.cookiesFor("https://a.example/"), "");
  });

  it("that are set anew with each answer stay new", () => {
    const jar = cookieJar();
    for (let i = 0; i < 2000; i++) jar.take("https://a.example/", `a=${i}`);
    assert.equal(jar.cookiesFor("https://a.example/"), "a=1999");
  });

  it("have an end", () => {
    const jar = cookieJar();
    for (let i = 0; i < 2000; i++) jar.take("https://a.example/", `c${i}=${"x".repeat(100)}`);
    assert.ok(jar.cookiesFor("https://a.example/").length < 60_000);
    jar.take("https://b.example/", `a=${"x".repeat(10_000)}`);
    assert.equal(jar.cookiesFor("https://b.example/"), "");
  });
});
