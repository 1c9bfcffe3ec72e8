// The data elements of the page: base64 of raw DEFLATE of text.

/** The text of a data element. */
export async function unpackedText(id) { return textOf(await unpackedBytes(id)); }

/** The unpacked bytes of a data element. */
export async function unpackedBytes(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no part "${id}"`);
  const { firstChild, childNodes } = element;
  // The text of a node is not copied.
  return inflated(childNodes.length === 1 ? firstChild.nodeValue : element.textContent);
}

/** The text that is base64 of raw DEFLATE. */
export async function unpacked(base64) { return textOf(await inflated(base64)); }

function textOf(bytes) { return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes); }

async function inflated(base64) {
  const bytes = Uint8Array.fromBase64?.(base64) ?? Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
