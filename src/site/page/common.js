// @ts-check
// What all pages share: words, questions to the site, elements, what this browser keeps.

/** @type {{base: string, lang: string, words: Record<string, string>}} */
export const setup = JSON.parse(document.getElementById('setup')?.textContent ?? '{}');

/**
 * Returns a sentence in the language of the page, with values for the names in braces.
 * @param {string} name
 * @param {Record<string, string | number>} [values]
 */
export function say(name, values = {}) {
  const text = setup.words[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (all, key) => (key in values ? String(values[key]) : all));
}

/** What the site has refused. */
export class Refused extends Error {
  /** @param {any} body */
  constructor(body) {
    super(body?.detail ?? say('needs_server'));
    /** @type {any[]} */
    this.problems = body?.problems ?? [];
    /** @type {string | undefined} */
    this.code = body?.code;
  }
}

/**
 * Asks the site for JSON.
 * @param {string} path
 * @param {any} [body] what is asked, for a question
 * @returns {Promise<any>}
 */
export async function fetchJson(path, body) {
  /** @type {RequestInit} */
  const how = body === undefined
    ? {}
    : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ language: setup.lang, ...body }) };
  let response;
  try {
    response = await fetch(setup.base + path, how);
  } catch {
    throw new Refused(null);
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Refused(answer);
  return answer;
}

/**
 * Makes an element.
 * @param {string} name
 * @param {Record<string, any>} [attributes] `on…` are listeners
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key.startsWith('aria-')) made.setAttribute(key, String(value));
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
  made.append(...children);
  return made;
}

/**
 * Makes an element of SVG.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @returns {any}
 */
export function draw(name, attributes = {}) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Returns what a form calls so. @param {HTMLFormElement} form @param {string} name @returns {any} */
export function field(form, name) {
  return form.elements.namedItem(name);
}

/** What this browser keeps; nothing where it keeps nothing. */
export const kept = {
  /** @param {string} name @returns {any} */
  get(name) {
    try {
      return JSON.parse(localStorage.getItem(`puzgen:${name}`) ?? 'null');
    } catch {
      return null;
    }
  },
  /** @param {string} name @param {any} value */
  set(name, value) {
    try {
      localStorage.setItem(`puzgen:${name}`, JSON.stringify(value));
    } catch {
      // A browser that keeps nothing still plays.
    }
  },
};

/** Returns how a level is called. @param {string} level */
export function levelName(level) {
  return setup.words[`level_${level}`] ?? level;
}

/** @param {string} path */
export function link(path) {
  const named = new URLSearchParams(location.search).get('lang');
  return setup.base + path + (named ? `?lang=${named}` : '');
}

/**
 * Returns a value as text for an address, and back.
 * @param {any} value
 */
export function packed(value) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** @param {string} text @returns {any} */
export function unpacked(text) {
  try {
    const bytes = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))));
  } catch {
    return null;
  }
}

/** Shows the theme that was chosen here; the system's where none was. */
export function applyTheme() {
  const theme = kept.get('theme');
  if (theme) document.documentElement.dataset.theme = theme;
}

/** Changes between light and dark. */
export function changeTheme() {
  const isDark = document.documentElement.dataset.theme === 'dark'
    || (!document.documentElement.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches);
  kept.set('theme', isDark ? 'light' : 'dark');
  applyTheme();
}

applyTheme();
if ('serviceWorker' in navigator && location.protocol !== 'file:') {
  navigator.serviceWorker.register(`${setup.base}/sw.js`, { scope: `${setup.base}/` }).catch(() => {});
}
