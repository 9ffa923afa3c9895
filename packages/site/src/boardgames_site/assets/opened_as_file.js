// Says why nothing works in a page that was opened as a file: browsers load no module there, so this is none.

const words = JSON.parse(document.getElementById("catalogue")?.textContent ?? "{}");
const t = (text) => words[text] ?? text;
if (location.protocol === "file:") {
  const sentence = document.createElement("p");
  sentence.className = "error";
  sentence.setAttribute("role", "alert");
  sentence.textContent = t(
    "A browser runs no Python in a page that was opened as a file. Serve the folder of this site, as with 'python -m http.server', and open http://localhost:8000.",
  );
  document.querySelector("main").prepend(sentence);
}
