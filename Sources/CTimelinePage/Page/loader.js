// Inflates the script of the page and runs it. The policy of the page allows it by its hash, and by this name of a Trusted Types policy.

const element = document.getElementById('code');
const bytes = Uint8Array.from(atob(element.textContent), (character) => character.charCodeAt(0));
const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
const code = await new Response(inflated).text();
const script = document.createElement('script');
script.type = 'module';
script.text = globalThis.trustedTypes ? trustedTypes.createPolicy('timeline', { createScript: (text) => text }).createScript(code) : code;
element.remove();
document.body.append(script);
