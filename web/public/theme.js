// Runs before the first paint, so that a chosen theme does not flash: the settings screen keeps "light" or
// "dark" under this key, and nothing for "as the system has it". The style sheet reads data-theme.
try {
  const theme = localStorage.getItem("hindsight:theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage can be forbidden: the system's theme is used.
}
