// A premove: a move that a person enters while another side thinks.  It is played when the turn comes, if it is legal then.

const anyOf = (names, of) => Object.fromEntries(names.map((name) => [name, of(name)]));

export class Premove {
  constructor(board) {
    this.board = board;
    this.reset();
  }

  reset() {
    this.placing = null; // whether the last own turn began with a free place, as men are put on the board
    this.clear();
  }

  clear() {
    this.path = []; // the spots chosen so far
    this.words = "";
    this.whole = false; // whether it waits for the turn
  }

  /** Everything that `seat` may have in mind, as a trie: a man of its own and another place, or a free place for a man that waits. */
  paths(seat) {
    if (this.placing === null || this.board.element.querySelector(".thrown, .unthrown")) return null;
    this.clear();
    const spots = this.board.spots().filter((spot) => !spot.matches(".choice, .chip"));
    const own = spots.filter((spot) => spot.dataset.seat === String(seat));
    const places = spots.filter((spot) => !spot.matches(".tray"));
    const names = (some) => some.map((spot) => spot.dataset.spot);
    if (this.placing && own.some((spot) => spot.matches(".tray"))) {
      return anyOf(names(places.filter((spot) => !spot.matches(".occupied"))), (name) => JSON.stringify([name]));
    }
    return anyOf(names(own), (from) => {
      return anyOf(names(places).filter((name) => name !== from), (to) => JSON.stringify([from, to]));
    });
  }

  /** Keep these spots until the turn. */
  queue(path) {
    Object.assign(this, { path, words: this.board.pathInWords(path), whole: true });
    this.board.putDown();
    this.board.dropped = null;
  }

  /** The board offers the legal actions: choose what was chosen before.  `label` makes a premove's name from its words. */
  turnHasCome(paths, label) {
    const isFree = (spot) => spot?.matches(".cell, .point") && !spot.matches(".occupied");
    this.placing = Object.keys(paths).some((name) => isFree(this.board.spot(name)));
    const { path, words, whole } = this;
    this.clear();
    if (path.length && !this.board.resume(path, whole) && whole) this.board.refused(label(words), path);
  }
}
