import { describe, expect, it } from "vitest";
import { looksLikeJson, placed } from "./document";

describe("a document", () => {
  it("is JSON if it begins like it", () => {
    expect(looksLikeJson('  {"name": "x"}')).toBe(true);
    expect(looksLikeJson("name: x")).toBe(false);
  });

  it("has problems with lines, which may be told in the message", () => {
    const told = { pointer: "", code: "syntax", message: "line 3, column 5: no value here" };
    expect(placed(told)).toEqual({
      pointer: "",
      code: "syntax",
      message: "no value here",
      line: 3,
      column: 5,
    });
    const apart = { pointer: "/name", code: "name", message: "is empty", line: 1, column: 7 };
    expect(placed(apart)).toBe(apart);
  });
});
