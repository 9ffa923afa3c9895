// The layouts of a board: on a narrow screen the hands lie above and below it, elsewhere at its sides.

export const NARROW = matchMedia("(max-width: 760px) and (orientation: portrait)");

/** Give a drawing seen from `seat` the frame of the layout that fits the screen, and return its number; `frames` has those of all seats in each. */
export function fitLayout(svg, frames, seat) {
  const layout = Number(NARROW.matches);
  svg.setAttribute("viewBox", frames[(layout * frames.length) / 2 + seat]);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  return layout;
}
