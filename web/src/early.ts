// Runs before the first paint, as a classic script: what the reader chose
// before, so that the page does not change colour or size in front of them.

const root = document.documentElement
root.dataset.js = ""
try {
  const theme = localStorage.getItem("pagewalk.theme")
  if (theme === "light" || theme === "dark") root.dataset.theme = theme
  if (localStorage.getItem("pagewalk.projector") === "1") root.setAttribute("data-projector", "")
} catch { /* a browser without storage follows the system */ }
