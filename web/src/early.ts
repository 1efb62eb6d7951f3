// Runs before the first paint, as a classic script in the head: what the reader
// chose before (theme, projector) is on the page when the first pixel is drawn.
// store.ts keeps both from then on.

const root = document.documentElement
root.dataset.js = ""
try {
  const theme = localStorage.getItem("pagewalk.theme")
  if (theme === "light" || theme === "dark") root.dataset.theme = theme
  root.toggleAttribute("data-projector", localStorage.getItem("pagewalk.projector") === "1")
} catch {
  // A browser that refuses storage shows the system's theme.
}
