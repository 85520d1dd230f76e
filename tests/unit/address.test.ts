import { expect, test } from "vitest";
import { followable } from "../../web/src/model/address.ts";

const page = "https://host.example/blog/post.html";
const file = "file:///home/reader/softmax-bridge-offline.html";

test.each([
  ["https://example.org/a", page, "https://example.org/a"],
  ["HTTP://example.org", page, "http://example.org/"],
  ["//example.org/a", page, "https://example.org/a"],
  ["index.html", page, "https://host.example/blog/index.html"],
  ["../index.html#x", page, "https://host.example/index.html#x"],
  ["", page, page],
  ["javascript.html", page, "https://host.example/blog/javascript.html"],
  ["./javascript:alert(1)", page, "https://host.example/blog/javascript:alert(1)"],
  ["https://example.org/a", file, "https://example.org/a"],
  ["index.html", file, "file:///home/reader/index.html"],
  ["", file, file],
])("%j in %s is followed to %s", (address, from, to) => {
  expect(followable(address, from)?.href).toBe(to);
});

test.each([
  "javascript:alert(1)",
  "JAVASCRIPT:alert(1)",
  "  javascript:alert(1)",
  "\u0000\u0001javascript:alert(1)",
  "\tjava\nscr\ript\t:alert(1)",
  "javascript://example.org/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://host.example/0",
  "filesystem:https://host.example/temporary/x",
  "about:blank",
  "mailto:a@example.org",
  "view-source:https://host.example/",
  "https://",
  "http://[",
])("%j is followed from nowhere", (address) => {
  for (const from of [page, file, undefined]) expect(followable(address, from)).toBeNull();
});

test("files are followed from files alone", () => {
  const passwords = "file:///etc/passwd";
  expect(followable(passwords, page)).toBeNull();
  expect(followable(passwords)).toBeNull();
  expect(followable(passwords, file)?.href).toBe(passwords);
});

test("nothing is relative to nothing, or to what no address is relative to", () => {
  expect(followable("index.html")).toBeNull();
  expect(followable("index.html", "about:srcdoc")).toBeNull();
  expect(followable("index.html", "data:text/html,x")).toBeNull();
});
