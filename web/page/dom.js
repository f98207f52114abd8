// Making elements.

/** An element with properties (`class`, `on…`, attributes) and children; what is null is left out. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "html") element.innerHTML = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const $ = (selector, within = document) => within.querySelector(selector);

let told;
/** Tells those who listen to the page rather than look at it. */
export function announce(text) {
  const place = $("#announcer");
  clearTimeout(told);
  place.textContent = "";
  told = setTimeout(() => (place.textContent = text), 30);
}

/** Buttons that say something for a moment: what they say otherwise, and until when. */
const speaking = new WeakMap();

/** Copies a text, and says so on the button that asked for it. */
export async function copy(text, button) {
  let word = "Copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea", { class: "unseen" });
    area.value = text;
    document.body.append(area);
    area.select();
    if (!document.execCommand("copy")) word = "Not copied";
    area.remove();
    button.focus();
  }
  const { before = button.textContent, until } = speaking.get(button) ?? {};
  clearTimeout(until);
  button.textContent = word;
  announce(word);
  const silent = () => {
    button.textContent = before;
    speaking.delete(button);
  };
  speaking.set(button, { before, until: setTimeout(silent, 1500) });
}

/** Offers a text as a file. */
export function download(name, text) {
  const place = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  h("a", { href: place, download: name.split("/").pop() }).click();
  setTimeout(() => URL.revokeObjectURL(place), 1000);
}
