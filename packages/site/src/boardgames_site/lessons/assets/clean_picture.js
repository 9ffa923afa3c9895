// A picture that a reader's program has drawn may hold anything: what is not part of a drawing is left out.

const ELEMENTS = new Set(
  "svg g defs use rect circle ellipse line path polygon polyline text tspan title desc p".split(" "),
);
const ATTRIBUTES = new Set(
  (
    "class id role aria-label aria-hidden tabindex viewbox width height x y x1 y1 x2 y2 cx cy r rx ry d dx dy points transform " +
    "fill fill-opacity stroke stroke-width stroke-opacity opacity visibility text-anchor font-size font-weight data-spot data-place data-man data-label"
  ).split(" "),
);
const isDrawing = ({ name, value }) =>
  ATTRIBUTES.has(name.toLowerCase()) ? !value.includes("url(") : /^(xlink:)?href$/.test(name) && value.startsWith("#");

const clean = (element) => {
  for (const attribute of [...element.attributes]) if (!isDrawing(attribute)) element.removeAttribute(attribute.name);
  for (const child of [...element.children]) {
    if (ELEMENTS.has(child.localName)) clean(child);
    else child.remove();
  }
};

/** The drawing in a text, as a text that is safe to show. */
export const cleanPicture = (text) => {
  const { body } = new DOMParser().parseFromString(text, "text/html"); // nothing in it runs or is fetched
  clean(body);
  return body.innerHTML;
};
