// The data elements of the page: base64 of raw DEFLATE of text.

/** The text of a data element. */
export async function unpackedText(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no part "${id}"`);
  return unpacked(element.textContent.trim());
}

/** The text that is base64 of raw DEFLATE. */
export function unpacked(base64) { return inflatedText(base64Bytes(base64)); }

function base64Bytes(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

async function inflatedText(bytes) {
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  // An error of either side is reported by the reader below.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const parts = [];
  const reader = stream.readable.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(decoder.decode(value, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join('');
}
