// @vitest-environment node
import { describe, expect, test } from "vitest";
import { withPolicy } from "./policy";

const POLICY = { code: { "Content-Security-Policy": "default-src 'self'" }, page: { "Referrer-Policy": "no-referrer" } };
const sent = (type: string) => withPolicy(new Response("x", { headers: { "Content-Type": type, "X-Own": "1" } }), POLICY);

describe("policy headers", () => {
  test.each([
    ["text/html; charset=utf-8", ["content-security-policy", "content-type", "referrer-policy", "x-own"]],
    ["text/javascript", ["content-security-policy", "content-type", "x-own"]],
    ["application/wasm", ["content-type", "x-own"]],
  ])("depend on the content type: %s", (type, names) => {
    expect([...sent(type).headers.keys()].sort()).toEqual(names);
  });

  test("replace the host's own, and leave status and body unchanged", async () => {
    const own = new Response("x", { status: 404, headers: { "Content-Type": "text/html", "Content-Security-Policy": "none" } });
    const response = withPolicy(own, POLICY);
    expect([response.status, response.headers.get("Content-Security-Policy"), await response.text()]).toEqual([
      404,
      "default-src 'self'",
      "x",
    ]);
  });
});
