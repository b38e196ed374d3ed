import type { CaseFile, RequestCase } from "./request-case.ts";

/** URL-encoded and multipart bodies. In multipart, `XX` is the boundary. */
const form = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";
const png: CaseFile = { fileName: "cat.png", type: "image/png", bytes: "\x89PNG\r\n\x1a\n" };
const plain: CaseFile = { fileName: "a.txt", type: "text/plain", bytes: "Content of a.txt.\n" };
const unknown: CaseFile = { fileName: "data.xyz", type: "", bytes: "\0\x01" };

function formCase(
  name: string,
  from: string,
  parts: readonly (readonly [string, unknown])[],
  body: string,
  encoding: object = {},
): RequestCase {
  return {
    name: `form: ${name}`,
    from,
    body: { type: form, media: { schema: { type: "object" }, encoding }, parts },
    receives: { headers: { "Content-Type": form }, body },
  };
}

const urlStandard = "URL standard, application/x-www-form-urlencoded serializing";
const encodingObject = "OpenAPI 3.2, Encoding Object";
const table = "OpenAPI 3.2, Encoding Object and Style Examples";
const color = ["blue", "black", "brown"];
const shade = { R: 100, G: 200, B: 150 };

/**
 * The format in which PHP, Rails, Express, and other frameworks parse forms. The expected bodies are handwritten,
 * because no standard defines the format.
 */
const nested = "Query strings with brackets, as `qs` and PHP read them";

export const urlencodedForms: readonly RequestCase[] = [
  formCase("strings, numbers, and Booleans", urlStandard, [["a", "x y"], ["b", 1.5], ["c", true]], "a=x+y&b=1.5&c=true"),
  formCase("an empty string", urlStandard, [["a", ""]], "a="),
  formCase("a name with spaces and signs", urlStandard, [["a b&c=d", "1"]], "a+b%26c%3Dd=1"),
  formCase("non-ASCII letters", urlStandard, [["名", "é"]], "%E5%90%8D=%C3%A9"),
  formCase("line endings", urlStandard, [["a", "x\r\ny"]], "a=x%0D%0Ay"),
  formCase("null, which isn't sent", "RFC 6570, section 2.3", [["a", null], ["b", 1]], "b=1"),
  formCase("each item of an array separately", encodingObject, [["a", ["x", "y"]]], "a=x&a=y"),
  formCase("an array of objects, each as JSON", encodingObject, [["a", [{ b: 1 }, { b: 2 }]]], "a=%7B%22b%22%3A1%7D&a=%7B%22b%22%3A2%7D"),
  formCase("a nested array as JSON", encodingObject, [["a", [[1, 2]]]], "a=%5B1%2C2%5D"),
  formCase("the form style without explode", table, [["color", color]], "color=blue,black,brown", { color: { style: "form", explode: false } }),
  formCase("the form style with explode", table, [["color", color]], "color=blue&color=black&color=brown", { color: { style: "form" } }),
  formCase("an object with explode", table, [["color", shade]], "R=100&G=200&B=150", { color: { explode: true } }),
  formCase("an object without explode", table, [["color", shade]], "color=R,100,G,200,B,150", { color: { explode: false } }),
  formCase("spaceDelimited", table, [["color", color]], "color=blue%20black%20brown", { color: { style: "spaceDelimited" } }),
  formCase("pipeDelimited", table, [["color", color]], "color=blue%7Cblack%7Cbrown", { color: { style: "pipeDelimited", explode: false } }),
  formCase("deepObject", table, [["color", shade]], "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150", { color: { style: "deepObject", explode: true } }),
  formCase("spaces with a style", "OpenAPI 3.2, URL Percent-Encoding", [["a", "x y"]], "a=x%20y", { a: { style: "form" } }),
  formCase("reserved characters", "OpenAPI 3.2, Appendix C", [["a", "x/y:z?&=+"]], "a=x/y:z?%26%3D%2B", { a: { allowReserved: true } }),
  formCase("a type next to a style, which has no effect", encodingObject, [["a", ["x", "y"]]], "a=x,y", { a: { contentType: "application/json", explode: false } }),
  formCase("JSON set by its type", encodingObject, [["a", { b: 1 }]], "a=%7B%22b%22%3A1%7D", { a: { contentType: "application/json" } }),
  formCase("nested objects with deepObject", nested, [["card", { address: { city: "Rome", zip: "00100" } }]], "card%5Baddress%5D%5Bcity%5D=Rome&card%5Baddress%5D%5Bzip%5D=00100", { card: { style: "deepObject", explode: true } }),
  formCase("arrays in deepObject", nested, [["items", [{ price: "p_1", quantity: 2 }, { price: "p_2" }]]], "items%5B0%5D%5Bprice%5D=p_1&items%5B0%5D%5Bquantity%5D=2&items%5B1%5D%5Bprice%5D=p_2", { items: { style: "deepObject", explode: true } }),
  formCase("an array of strings with deepObject", nested, [["expand", ["a", "b"]]], "expand%5B0%5D=a&expand%5B1%5D=b", { expand: { style: "deepObject", explode: true } }),
  formCase("names of object properties", "RFC 6570, section 3.2.8", [["a", JSON.parse('{"__proto__": 1, "constructor": 2}')]], "a%5B__proto__%5D=1&a%5Bconstructor%5D=2", { a: { style: "deepObject" } }),
]; // prettier-ignore

const start = "--XX\r\nContent-Disposition: form-data; ";
const end = "\r\n--XX--\r\n";
const text = (name: string, value: string, type = "") =>
  `${start}name="${name}"\r\n${type && `Content-Type: ${type}\r\n`}\r\n${value}`;
const file = (name: string, { fileName, type, bytes }: CaseFile, typed = type) =>
  `${start}name="${name}"; filename="${fileName}"\r\nContent-Type: ${typed}\r\n\r\n${bytes}`;

function partsCase(
  name: string,
  from: string,
  parts: readonly (readonly [string, unknown, string?])[],
  received: readonly string[],
  media: object = {},
): RequestCase {
  return {
    name: `multipart: ${name}`,
    from,
    body: { type: multipart, media: { schema: { type: "object" }, ...media }, parts },
    receives: {
      headers: { "Content-Type": "multipart/form-data; boundary=XX" },
      body: received.join("\r\n") + end,
    },
  };
}

const rfc7578 = "RFC 7578, section 4";
const html = "HTML standard, multipart/form-data encoding algorithm";
const appendix = "OpenAPI 3.2, Appendix C";

export const multipartForms: readonly RequestCase[] = [
  partsCase("strings", rfc7578, [["a", "x"], ["b", "y z"]], [text("a", "x"), text("b", "y z")]),
  partsCase("a string and a file", rfc7578, [["name", "cat"], ["photo", png]], [text("name", "cat"), file("photo", png)]),
  partsCase("two files with the same name", rfc7578, [["f", [png, plain]]], [file("f", png), file("f", plain)]),
  partsCase("a file with an unknown type", `${rfc7578}.4`, [["f", unknown]], [file("f", unknown, "application/octet-stream")]),
  partsCase("numbers and Booleans as strings", encodingObject, [["a", 1], ["b", false]], [text("a", "1"), text("b", "false")]),
  partsCase("an object as JSON", encodingObject, [["a", { b: [1] }]], [text("a", '{"b":[1]}', "application/json")]),
  partsCase("each item of an array separately", encodingObject, [["a", ["x", "y"]]], [text("a", "x"), text("a", "y")]),
  partsCase("an array of objects", encodingObject, [["a", [{ b: 1 }, { b: 2 }]]], [text("a", '{"b":1}', "application/json"), text("a", '{"b":2}', "application/json")]),
  partsCase("a nested array", encodingObject, [["a", [[1, 2]]]], [text("a", "[1,2]", "application/json")]),
  partsCase("the type that the encoding specifies", encodingObject, [["a", "<b/>"]], [text("a", "<b/>", "application/xml; charset=utf-8")], { encoding: { a: { contentType: "application/xml; charset=utf-8" } } }),
  partsCase("a file with a type that the encoding allows", encodingObject, [["f", png]], [file("f", png)], { encoding: { f: { contentType: "image/png, image/jpeg" } } }),
  partsCase("a file with another type", encodingObject, [["f", plain]], [file("f", plain, "image/png")], { encoding: { f: { contentType: "image/png, image/jpeg" } } }),
  partsCase("a range that includes the type", encodingObject, [["f", png]], [file("f", png)], { encoding: { f: { contentType: "image/*" } } }),
  partsCase("a content type that the user enters, which takes precedence", "the type that the user enters for a part", [["f", png, "image/apng"]], [file("f", png, "image/apng")], { encoding: { f: { contentType: "image/png" } } }),
  partsCase("line endings and spaces in a string", rfc7578, [["a", " x\r\n--XX "]], [text("a", " x\r\n--XX ")]),
  partsCase("non-ASCII letters", `${rfc7578}.2`, [["名", "é"]], [text("名", "é")]),
  partsCase("quotes in names", html, [['a"b', "x"]], [text("a%22b", "x")]),
  partsCase("line endings in names", html, [["a\r\nb", "x"]], [text("a%0D%0Ab", "x")]),
  partsCase("a file name with quotes", html, [["f", { ...plain, fileName: 'a"b.txt' }]], [file("f", { ...plain, fileName: "a%22b.txt" })]),
  partsCase("null, for which nothing is sent", "RFC 6570, section 2.3", [["a", null], ["b", "x"]], [text("b", "x")]),
  partsCase("a style with names and values as in a query", appendix, [["color", shade]], [text("R", "100"), text("G", "200"), text("B", "150")], { encoding: { color: { style: "form" } } }),
  partsCase("a style that joins values, without percent-encoding", appendix, [["color", ["a b", "c/d"]]], [text("color", "a b c/d")], { encoding: { color: { style: "spaceDelimited" } } }),
  partsCase("deepObject without percent-encoding", appendix, [["color", shade]], [text("color[R]", "100"), text("color[G]", "200"), text("color[B]", "150")], { encoding: { color: { style: "deepObject" } } }),
]; // prettier-ignore
