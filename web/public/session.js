// Runs before the landing page's first paint: whoever has a session here sees the way to the dashboard at once, and the
// controls that need a script have their place from the start. The key is that of features/auth/auth-client.ts.
document.documentElement.dataset.script = 'on'
try {
  const session = JSON.parse(localStorage.getItem('kinora.auth') ?? 'null')
  if (session?.refresh_token) document.documentElement.dataset.session = 'in'
} catch {
  // Storage may be closed to us; the page then greets a guest.
}
