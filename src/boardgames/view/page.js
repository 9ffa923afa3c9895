"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const by = (id) => document.getElementById(id);
  const last = data.plies.length - 1;
  const rows = [...by("moves").children];
  const board = document.querySelector(".board svg");
  const caption = board.querySelector(".caption");
  const title = board.querySelector("title");
  const clocks = [...document.querySelectorAll(".clock")];
  const game = title.textContent.slice(0, title.textContent.length - caption.textContent.length);
  let at = last;
  let seat = data.seat;
  let playing = 0;
  let line = null; // the position of a line that was not played, if one is shown

  const duration = (seconds) => {
    const two = (number) => String(number).padStart(2, "0");
    const whole = Math.round(seconds);
    const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
    if (seconds < 60) return seconds.toFixed(1) + " s";
    return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  };

  const western = by("western"); // missing where the pieces have no letters
  const written = western?.checked;
  const others = new Map(Object.entries(data.letters).flatMap(([one, other]) => [[one, other], [other, one]]));
  const lettered = (drawing) =>
    western?.checked === written ? drawing : drawing.replace(/#(\w+)/g, (found, name) => `#${others.get(name) ?? name}`);

  const draw = () => {
    const shown = line ?? { parts: data.plies[at], caption: data.captions[at], sentence: data.sentences[at] };
    const ended = at === last && !line;
    by("parts").innerHTML = lettered(shown.parts.map((number) => data.parts[number][seat]).join(""));
    caption.textContent = shown.caption;
    title.textContent = game + shown.caption;
    board.setAttribute("aria-label", title.textContent);
    by("status").textContent = shown.sentence;
    document.querySelector(".verdict").hidden = !ended;
    board.classList.toggle("ended", data.ended && ended); // nobody is to move: somebody resigned or is at fault
    by("comment").textContent = data.comments[at] || "";
    by("ply").textContent = `${at} / ${last}`;
    by("slider").value = at;
    clocks.forEach((clock, place) => {
      clock.textContent = data.clocks.length ? duration(data.clocks[at][place]) : "";
    });
    rows.forEach((row, place) => {
      const now = place + 1 === at;
      row.classList.toggle("now", now);
      if (now) row.firstElementChild.setAttribute("aria-current", "true");
      else row.firstElementChild.removeAttribute("aria-current");
    });
    const list = by("moves");
    const row = rows[at - 1];
    if (row) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
    else list.scrollTop = 0;
  };

  const go = (ply) => {
    at = Math.max(0, Math.min(last, ply));
    line = null;
    draw();
    document.dispatchEvent(new CustomEvent("ply", { detail: at }));
  };

  const stop = () => {
    clearInterval(playing);
    playing = 0;
    by("play").textContent = "Play";
    by("play").setAttribute("aria-pressed", "false");
  };

  const play = () => {
    if (playing) return stop();
    if (at === last) go(0);
    by("play").textContent = "Pause";
    by("play").setAttribute("aria-pressed", "true");
    playing = setInterval(() => {
      go(at + 1);
      if (at === last) stop();
    }, 900);
  };

  const drawTable = () => {
    by("table").innerHTML = lettered(data.tables[seat]);
  };

  const turn = () => {
    seat = (seat + 1) % data.tables.length;
    drawTable();
    draw();
  };

  const step = (ply) => {
    stop();
    go(ply);
  };

  by("first").onclick = () => step(0);
  by("back").onclick = () => step(at - 1);
  by("forth").onclick = () => step(at + 1);
  by("end").onclick = () => step(last);
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
    western.onchange = () => {
      drawTable();
      draw();
    };
  }
  by("slider").oninput = (event) => step(Number(event.target.value));
  by("moves").onclick = (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    step(Number(link.hash.slice(1)));
  };
  const keys = {
    ArrowLeft: () => step(at - 1),
    ArrowRight: () => step(at + 1),
    PageUp: () => step(at - 10),
    PageDown: () => step(at + 10),
    Home: () => step(0),
    End: () => step(last),
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
  if (data.judged) document.dispatchEvent(new CustomEvent("judged", { detail: { ...data, better: "Better: " } }));
  const asked = /^#(\d+)$/.exec(location.hash);
  go(asked ? Number(asked[1]) : 0);
})();
