// Runs before the first paint, so that a stored choice of light or dark never flashes the other one.
// A file of its own because the content security policy forbids inline scripts. The key is that of lib/theme.ts.
try {
  const choice = localStorage.getItem('kinora.theme')
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice
} catch {
  // Storage may be closed to us (private windows); the device's own preference then decides.
}
