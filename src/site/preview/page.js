// Loads the page again where there is something else to be seen.
"use strict";

const shown = document.documentElement.dataset.number;

async function look() {
  try {
    const answer = await fetch("/number");
    if (answer.ok && (await answer.text()) !== shown) {
      location.reload();
      return;
    }
  } catch {
    document.getElementById("status").textContent = "puzgen watch has ended";
    document.documentElement.classList.add("ended");
    return;
  }
  setTimeout(look, 300);
}

look();
