/** Bytes within JSON values, as base64 text under a key of their own. */

const BYTES = "$bytes";
const CHUNK = 0x8000;

/** The value with all byte arrays as `{$bytes: base64}`. */
export function bytesToText(value: unknown): unknown {
  if (value instanceof ArrayBuffer) return bytesToText(new Uint8Array(value));
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    let text = "";
    for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
    return { [BYTES]: btoa(text) };
  }
  return mapped(value, bytesToText);
}

/** The reverse; bytes become a `Uint8Array`. */
export function textToBytes(value: unknown): unknown {
  if (typeof value === "object" && value !== null && typeof (value as Record<string, unknown>)[BYTES] === "string") {
    return Uint8Array.from(atob((value as Record<string, string>)[BYTES] ?? ""), (letter) => letter.charCodeAt(0));
  }
  return mapped(value, textToBytes);
}

function mapped(value: unknown, each: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(each);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, each(part)]));
}
