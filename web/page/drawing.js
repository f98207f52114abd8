// Drawings that come as texts. A program may make any text, and define `svg`: of what claims to be a drawing only what draws is shown.
//
// What is cleaned goes into the page as the tree that it is. Written out and read as HTML it could become another one: what XML takes
// for the inside of a comment or a section of characters HTML may end sooner, and the rest would be elements of the page.

const SVG = "http://www.w3.org/2000/svg";

const words = (text) => new Set(text.trim().split(/\s+/));

/** Sprague draws with the first seven; the others are for drawings that programs write themselves. */
const ELEMENTS = words("svg title rect line path text marker g circle ellipse polygon polyline defs tspan");
const ATTRIBUTES = words(`
  id role viewBox width height x y dx dy x1 y1 x2 y2 cx cy r rx ry d points transform
  refX refY markerWidth markerHeight markerUnits orient marker-start marker-mid marker-end
  fill fill-opacity fill-rule stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity opacity paint-order
  font-family font-size font-style font-weight text-anchor dominant-baseline
`);
const FUNCTIONS = words("rgb rgba hsl hsla translate scale rotate skewX skewY matrix");

/** A drawing as an element for the page; nothing if the text is none. */
export function drawing(text) {
  if (!/^<svg\s[^]*<\/svg>\s*$/.test(text ?? "")) return null;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.namespaceURI !== SVG || parsed.querySelector("parsererror")) return null;
  // Nothing is fetched or run in a document that nobody sees: what is left comes into the page when it is clean.
  const nodes = parsed.createNodeIterator(root);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.nodeType === Node.ELEMENT_NODE && node.namespaceURI === SVG && ELEMENTS.has(node.localName)) clean(node);
    else if (node.nodeType !== Node.TEXT_NODE) node.remove();
  }
  return document.importNode(root, true);
}

/** The text of a file with a drawing. */
export const file = (svg) => `${new XMLSerializer().serializeToString(svg)}\n`;

/** Leaves the attributes that tell how an element looks. Their names are the drawing's own: the page finds its parts by such names, too. */
function clean(element) {
  for (const { name, value } of [...element.attributes]) {
    const head = /^url\(#([\w-]+)\)$/.exec(value);
    if (name === "xmlns") continue;
    if (!ATTRIBUTES.has(name)) element.removeAttribute(name);
    else if (name === "id") element.id = `drawing-${value}`;
    else if (head) element.setAttribute(name, `url(#drawing-${head[1]})`);
    else if (!plain(value)) element.removeAttribute(name);
  }
}

/** Whether a value leads nowhere: it calls for colours and places alone, and spells nothing otherwise than it is. */
function plain(value) {
  return !value.includes("\\") && [...value.matchAll(/([\w-]*)\s*\(/g)].every(([, name]) => FUNCTIONS.has(name));
}
