"use strict";
// The texts of a page in the language that the browser prefers, or in the one that was chosen; Python has made all.
//
// When another is chosen, the page hears the event "language".
const texts = (() => {
  const all = JSON.parse(document.getElementById("texts").textContent);
  const wanted = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]);
  const texts = { language: wanted.find((code) => code in all) ?? "en" };
  texts.say = (number) => all[texts.language][number];
  texts.show = (root) => {
    root.querySelectorAll("[data-said]").forEach((element) => {
      const text = texts.say(Number(element.dataset.said));
      if (element.hasAttribute("aria-label")) element.setAttribute("aria-label", text);
      else element.textContent = text;
    });
  };
  const show = () => {
    document.documentElement.lang = texts.language;
    texts.show(document);
    document.querySelectorAll(".languages button").forEach((button) => {
      button.setAttribute("aria-pressed", String(button.lang === texts.language));
    });
  };
  document.querySelectorAll(".languages button").forEach((button) => {
    button.onclick = () => {
      texts.language = button.lang;
      show();
      document.dispatchEvent(new CustomEvent("language"));
    };
  });
  document.querySelectorAll(".languages").forEach((element) => element.removeAttribute("hidden"));
  show();
  return texts;
})();
