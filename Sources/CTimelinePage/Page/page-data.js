// The data elements of the page: base64 of raw DEFLATE of text.

/** The text of a data element. */
export async function unpackedText(id) { return textOf(await unpackedBytes(id)); }

/** The unpacked bytes of a data element. */
export async function unpackedBytes(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no part "${id}"`);
  const { firstChild, childNodes } = element;
  // The text of a node is not copied.
  return inflated(base64Bytes(childNodes.length === 1 ? firstChild.data : element.textContent));
}

/** The text that is base64 of raw DEFLATE. */
export async function unpacked(base64) { return textOf(await inflated(base64Bytes(base64))); }

function textOf(bytes) { return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes); }

function base64Bytes(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

async function inflated(bytes) {
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  // An error of either side is reported by the reader below.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const parts = [];
  const reader = stream.readable.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
  }
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}
