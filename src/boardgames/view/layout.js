// The layouts of a board: on a narrow screen the hands lie above and below it, elsewhere at its sides.

export const NARROW = matchMedia("(max-width: 760px) and (orientation: portrait)");

/** Give a drawing the frame of the layout that fits the screen, where there are several, and return its number. */
export function fitLayout(svg, frames) {
  const layout = NARROW.matches ? frames.length - 1 : 0;
  const [box, x, y] = frames[layout];
  svg.setAttribute("viewBox", box);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.querySelector(".caption").setAttribute("x", x);
  svg.querySelector(".caption").setAttribute("y", y);
  return layout;
}
