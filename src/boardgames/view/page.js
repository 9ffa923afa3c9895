"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const by = (id) => document.getElementById(id);
  const last = data.last; // the place where the game ends; those of variations have higher numbers
  const links = [...by("moves").querySelectorAll("a")];
  const board = document.querySelector(".board svg");
  const title = board.querySelector("title");
  const motion = new Motion(board);
  const clocks = [...document.querySelectorAll(".clock")];
  let at = last;
  let seat = data.seat;
  let playing = 0;
  let line = null; // the position of a line that was not played, if one is shown

  // The places after each, the game's or the variation's own first, and the one where the page goes on.
  const after = data.parents.map(() => []);
  data.parents.forEach((parent, place) => parent === null || after[parent].push(place));
  const onward = after.map((places) => places[0]);
  const path = () => {
    const places = [];
    for (let place = at; place !== null; place = data.parents[place]) places.unshift(place);
    for (let place = onward[at]; place !== undefined; place = onward[place]) places.push(place);
    return places;
  };
  const choices = (place) => (place ? after[data.parents[place]] : [place]);
  const forks = (places) => places.filter((place) => choices(place).length > 1);

  const duration = (seconds) => {
    const two = (number) => String(number).padStart(2, "0");
    const whole = Math.round(seconds);
    const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
    if (seconds < 60) return Number(seconds.toFixed(1)) + " s";
    return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  };

  const western = by("western"); // missing where the pieces have no letters
  const written = western?.checked;
  const others = new Map(Object.entries(data.letters).flatMap(([one, other]) => [[one, other], [other, one]]));
  const lettered = (drawing) =>
    western?.checked === written ? drawing : drawing.replace(/#(\w+)/g, (found, name) => `#${others.get(name) ?? name}`);
  const drawn = (numbers) => lettered(numbers.map((number) => data.parts[number][look] ?? data.parts[number][seat]).join(""));

  const draw = () => {
    const game = { parts: data.plies[at], title: data.titles[at], caption: data.captions[at], sentence: data.sentences[at] };
    const shown = line ?? game;
    const places = path();
    const ended = at === last && !line;
    const before = motion.seen();
    by("parts").innerHTML = drawn(shown.parts);
    motion.show(before);
    title.textContent = texts.say(shown.title);
    board.setAttribute("aria-label", title.textContent);
    const words = ended && data.over ? [shown.sentence] : [shown.sentence, shown.caption]; // the verdict says how a game has ended
    by("status").textContent = words.map(texts.say).join(texts.say(data.stop));
    document.querySelector(".verdict").hidden = !ended;
    board.classList.toggle("ended", data.ended && ended); // nobody is to move: somebody resigned or is at fault
    by("comment").textContent = data.comments[at] || "";
    by("ply").textContent = `${places.indexOf(at)} / ${places.length - 1}`;
    by("slider").max = places.length - 1;
    by("slider").value = places.indexOf(at);
    clocks.forEach((clock, place) => {
      clock.textContent = data.clocks.length ? duration(data.clocks[at][place]) : "";
    });
    links.forEach((link) => {
      const now = Number(link.hash.slice(1)) === at;
      link.parentElement.classList.toggle("now", now);
      if (now) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    const list = by("moves");
    const row = list.querySelector(".now");
    if (row) list.scrollTop += row.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
    else list.scrollTop = 0;
  };

  const go = (place) => {
    at = place in data.parents ? place : 0;
    for (let place = at; place; place = data.parents[place]) onward[data.parents[place]] = place;
    line = null;
    draw();
    let ply = at;
    while (ply > last) ply = data.parents[ply]; // a variation was not judged
    document.dispatchEvent(new CustomEvent("ply", { detail: ply }));
  };
  const goPlies = (plies) => {
    const places = path();
    go(places[Math.max(0, Math.min(places.length - 1, places.indexOf(at) + plies))]);
  };

  const stop = () => {
    clearInterval(playing);
    playing = 0;
    by("play").textContent = texts.say(data.play);
    by("play").setAttribute("aria-pressed", "false");
  };

  const play = () => {
    if (playing) return stop();
    if (onward[at] === undefined) go(0);
    by("play").textContent = texts.say(data.pause);
    by("play").setAttribute("aria-pressed", "true");
    playing = setInterval(() => {
      goPlies(1);
      if (onward[at] === undefined) stop();
    }, 900);
  };

  const seats = clocks.length;
  let look = seat; // the seat and the layout
  const drawTable = () => {
    look = fitLayout(board, data.frames, seat) * seats + seat;
    by("table").innerHTML = drawn(data.table);
    texts.show(by("table"));
    clocks.forEach((clock, place) => clock.parentElement.classList.toggle("near", place === seat));
  };

  const drawAll = () => {
    drawTable();
    draw();
  };

  const turn = () => {
    seat = (seat + 1) % seats;
    drawAll();
  };

  const step = (place) => {
    stop();
    go(place);
  };
  const stepPlies = (plies) => {
    stop();
    goPlies(plies);
  };
  // To another variation: of this place, else of the nearest place where one begins, in a variation the one behind.
  const branch = (way) => {
    const places = path();
    const here = places.indexOf(at);
    const [behind, ahead] = [forks(places.slice(0, here + 1)).pop(), forks(places.slice(here + 1))[0]];
    const fork = behind === at || at > last ? (behind ?? ahead) : (ahead ?? behind);
    if (fork === undefined) return;
    const others = choices(fork);
    const other = others[others.indexOf(fork) + way];
    if (other !== undefined) step(other);
  };

  NARROW.addEventListener("change", drawAll);
  by("first").onclick = () => step(0);
  by("back").onclick = () => stepPlies(-1);
  by("forth").onclick = () => stepPlies(1);
  by("end").onclick = () => stepPlies(data.plies.length);
  by("play").onclick = play;
  by("turn").onclick = turn;
  document.addEventListener("goto", (event) => step(event.detail));
  document.addEventListener("line", (event) => {
    stop();
    line = event.detail;
    draw();
  });
  if (western) {
    western.autocomplete = "off"; // a page that is loaded again shows what it says
    western.onchange = drawAll;
  }
  by("slider").oninput = (event) => step(path()[Number(event.target.value)]);
  by("moves").onclick = (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    step(Number(link.hash.slice(1)));
  };
  const keys = {
    ArrowLeft: () => stepPlies(-1),
    ArrowRight: () => stepPlies(1),
    PageUp: () => stepPlies(-10),
    PageDown: () => stepPlies(10),
    Home: () => step(0),
    End: () => stepPlies(data.plies.length),
    ...(data.plies.length > last + 1 && { ArrowUp: () => branch(-1), ArrowDown: () => branch(1) }),
    " ": play,
    t: turn,
    T: turn,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === " " && event.target.closest("button, a, summary")) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  document.querySelectorAll(".controls, .keys").forEach((element) => element.removeAttribute("hidden"));
  const judged = () => {
    if (!data.judged) return;
    const { language, say } = texts;
    by("panel").innerHTML = data.panels[language];
    const steps = (each) => each.map((step) => ({ ...step, text: say(step.text) }));
    const lines = Object.fromEntries(Object.entries(data.lines).map(([ply, each]) => [ply, steps(each)]));
    const detail = { judged: data.judged[language], lines, better: say(data.better) };
    document.dispatchEvent(new CustomEvent("judged", { detail }));
  };
  document.addEventListener("language", () => {
    judged();
    stop();
    go(at);
  });
  judged();
  drawTable();
  const asked = /^#(\d+)$/.exec(location.hash);
  go(asked ? Number(asked[1]) : 0);
})();
