import { turnPages } from './carousel.ts'
import { closeMenu, moveTopBar } from './top-bar.ts'

// The whole page can be read without this script, which adds the moving bar, the turning of pages, and closing the menu.
const bar = document.querySelector<HTMLElement>('[data-top-bar]')
if (bar) moveTopBar(bar)
const menu = document.querySelector<HTMLDetailsElement>('[data-menu]')
if (menu) closeMenu(menu)
const carousel = document.querySelector<HTMLElement>('[data-carousel]')
if (carousel) turnPages(carousel)

// Signing in or out in another tab shows here, too.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== 'kinora.auth') return
  if (newValue?.includes('refresh_token')) document.documentElement.dataset.session = 'in'
  else delete document.documentElement.dataset.session
})
