import { Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { searchFor } from './palette-options.tsx'

const examples = [
  ['wedding rain', 'both words'],
  ['"blue suitcase"', 'just like this, in this order'],
  ['harbour -dance', 'without a word'],
  ['Odessa OR Kyiv', 'one or the other'],
] as const

/** Shown before a search: recent searches on this device, and how to search. */
export function SearchStart({ recent, onForget }: { recent: readonly string[]; onForget: () => void }) {
  return (
    <div className="flex flex-col gap-8">
      {recent.length > 0 ? (
        <section aria-label="Recent searches">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 className="text-lg font-bold">Recent searches</h2>
            <Button variant="ghost" size="sm" onClick={onForget}>
              Forget recent searches
            </Button>
          </div>
          <p className="text-sm text-muted">They are kept on this device only.</p>
          <ul className="mt-3 flex flex-wrap gap-3">
            {recent.map((q) => (
              <li key={q} className="max-w-full">
                <Button variant="outline" size="sm" className="max-w-full" asChild>
                  <Link {...searchFor(q)}>
                    <Clock size={18} aria-hidden="true" />
                    <span className="min-w-0 wrap-anywhere">{q}</span>
                  </Link>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section aria-label="How to ask">
        <h2 className="text-lg font-bold">How to ask</h2>
        <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr] sm:gap-y-2">
          {examples.map(([q, meaning]) => (
            <div key={q} className="sm:contents">
              <dt className="font-semibold">{q}</dt>
              <dd className="text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}
