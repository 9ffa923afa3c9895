"use strict"
const dialog = document.querySelector("dialog"), frame = dialog.querySelector("iframe")
const player = document.querySelector("#player"), faults = document.querySelector("#faults")
const rows = [...document.querySelectorAll("#games tbody tr")]
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))
  return new Response(stream).text()
}
function filter() {
  for (const row of rows) {
    const plays = !player.value || row.dataset.players.split(" ").includes(player.value)
    row.hidden = !plays || (faults.checked && !("fault" in row.dataset))
  }
  const shown = rows.filter(row => !row.hidden).length
  document.querySelector("#count").value = shown === rows.length ? `${shown} games` : `${shown} of ${rows.length} games`
}
player.addEventListener("change", filter)
faults.addEventListener("change", filter)
filter()
document.querySelector("#games").addEventListener("click", async event => {
  const number = event.target.dataset.game
  if (!number) return
  dialog.showModal()
  frame.srcdoc = await unpacked(document.getElementById("page" + number).textContent)
})
document.querySelector("#close").addEventListener("click", () => dialog.close())
