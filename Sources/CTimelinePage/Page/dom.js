// Elements of the page. Text reaches the page only as text nodes and attributes, never as markup.

/** An element with attributes, listeners (`onclick`) and children: elements or texts. */
export function element(tag, attributes = {}, ...children) {
  const result = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) result.addEventListener(name.slice(2), value);
    else result.setAttribute(name, value === true ? '' : value);
  }
  result.append(...children.filter((child) => child !== null && child !== undefined));
  return result;
}

/** The element of the page with an id. */
export function byId(id) { return document.getElementById(id); }

/** Listens to clicks on the element of the page with an id. */
export function onClick(id, listener) { byId(id).addEventListener('click', listener); }

/** Sets the text of an element if it differs. */
export function setText(node, text) {
  if (node.shownText === text) return;
  node.shownText = text;
  // Changing a text node costs less than replacing it.
  if (node.firstChild?.nodeType === Node.TEXT_NODE && node.childNodes.length === 1) node.firstChild.data = text;
  else node.textContent = text;
}

/** Sets the text of an element, and marks a text within it that has small letters, letter case aside. */
export function setMarkedText(node, text, hit) {
  const lower = hit === '' ? '' : text.toLowerCase();
  if (!lower.includes(hit) || lower === '' || lower.length !== text.length) return setText(node, text);
  // Another text than one without marks.
  const shown = `${text}\n${hit}`;
  if (node.shownText === shown) return;
  node.shownText = shown;
  const parts = [];
  let from = 0;
  for (let at = lower.indexOf(hit); at >= 0; at = lower.indexOf(hit, from)) {
    parts.push(text.slice(from, at), element('mark', {}, text.slice(at, at + hit.length)));
    from = at + hit.length;
  }
  node.replaceChildren(...parts, text.slice(from));
}

/** Sets an attribute, or removes it for null, if it differs from the one that was set last. */
export function setAttribute(node, name, value) {
  const shown = node.shownAttributes ??= new Map();
  if (shown.get(name) === value) return;
  shown.set(name, value);
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, String(value));
}

/** The element of a row in a list, with its spans by class in `parts`. */
export function rowWith(className, role, names) {
  const row = element('div', { class: className, role });
  row.parts = Object.fromEntries(names.map((name) => [name, element('span', { class: name })]));
  return row;
}

/** Sets which one of how many rows a row is, from 1, and whether it is the selected one. */
export function setPlace(node, place, size, isSelected) {
  setAttribute(node, 'aria-posinset', place);
  setAttribute(node, 'aria-setsize', size);
  setAttribute(node, 'aria-selected', isSelected);
}

/** Sets the depth of a row in a tree, which its style indents. */
export function setDepth(node, depth) {
  if (node.depth === depth) return;
  node.depth = depth;
  node.style.setProperty('--depth', depth);
}

/** Sets the class of an element if it differs. */
export function setClass(node, name) { if (node.className !== name) node.className = name; }

let lastFrame = 0;

/** A promise that resolves after the browser had time for input; and now and then, for a frame. */
export function nextTask() {
  if (performance.now() - lastFrame > 40) {
    return new Promise((resolve) => {
      // A hidden page has no frames.
      const timer = setTimeout(resolve, 100);
      requestAnimationFrame(() => {
        lastFrame = performance.now();
        clearTimeout(timer);
        setTimeout(resolve);
      });
    });
  }
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });
}

/** Copies text, and announces the outcome in a live region and on the button. */
export async function copyText(text, button) {
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  announce(isCopied ? 'Copied.' : 'The browser did not allow copying.');
  if (!button || button.dataset.label) return;
  button.dataset.label = button.textContent;
  button.textContent = isCopied ? 'Copied' : 'Not allowed';
  setTimeout(() => {
    button.textContent = button.dataset.label;
    delete button.dataset.label;
  }, 1200);
}

/** Announces a text to assistive technology. */
export function announce(text) { byId('live').textContent = text; }

/** What the browser keeps under a name, or null: not all of them do so for files. */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // The choice holds until the page is closed.
  }
}
