import { useState } from 'react'
import { begunStories } from '../../lib/begun-story.ts'
import { GoOnWriting } from './go-on-writing.tsx'

/** Leads back to words that were begun without a network and not added; renders nothing where there are none. */
export function BegunWords() {
  const [begun] = useState(begunStories)
  if (begun.length === 0) return null
  return (
    <section
      aria-label="Begun on this device"
      className="mb-8 flex flex-wrap items-center justify-between gap-4 rounded-card bg-tint p-4 ps-5 text-leaf"
    >
      <p className="min-w-0 flex-1 basis-64">You began to write something here. It is not added yet.</p>
      <div className="flex min-w-0 flex-wrap gap-3">
        <GoOnWriting begun={begun} />
      </div>
    </section>
  )
}
