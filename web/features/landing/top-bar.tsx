import { Menu } from 'lucide-react'
import { buttonStyle } from '../../ui/button.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { EntryLink } from './entry-link.tsx'

const links = [
  ['#features', 'Features'],
  ['#pricing', 'Pricing'],
  ['#faq', 'FAQ'],
] as const

/** The bar at the top; the script hides it on scrolling down and shows it again on scrolling up. */
export function TopBar() {
  return (
    <header className="top-bar" data-top-bar>
      <div className="mx-auto flex min-h-18 w-full max-w-[83rem] flex-wrap items-center gap-x-2 px-4 sm:gap-x-3 sm:px-6">
        <a href="/" aria-label="Kinora, start page" className="logo rounded-full">
          <LogoMark size={44} />
          <span translate="no" className="logo-name font-story text-xl font-semibold tracking-tight">
            Kinora
          </span>
        </a>
        <nav aria-label="On this page" className="ms-auto hidden md:block">
          <ul className="flex gap-1">
            {links.map(([href, name]) => (
              <li key={href}>
                <a href={href} className={buttonStyle({ variant: 'ghost', size: 'sm' })}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="entry flex flex-wrap items-center justify-end max-md:ms-auto">
          <EntryLink look={buttonStyle({ size: 'sm' })} />
          <details className="menu md:hidden" data-menu>
            <summary aria-label="On this page" className={buttonStyle({ variant: 'ghost', size: 'icon' })}>
              <Menu size={26} aria-hidden="true" />
            </summary>
            <nav aria-label="On this page" className="menu-sheet shadow-card">
              <ul>
                {links.map(([href, name]) => (
                  <li key={href}>
                    <a href={href} className="flex min-h-14 items-center px-6 font-semibold">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </details>
        </div>
      </div>
    </header>
  )
}
