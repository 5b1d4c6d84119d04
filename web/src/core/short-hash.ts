/** A short hash of a text: two variants of FNV-1a (Fowler, Noll, Vo 1991), enough to distinguish a few hundred texts. */
export function shortHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193) >>> 0;
    high = Math.imul(high ^ (code + at), 0x01000193) >>> 0;
  }
  return low.toString(36) + high.toString(36);
}
