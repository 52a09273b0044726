import { Link } from '@tanstack/react-router'
import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { begunStory } from '../../lib/begun-story.ts'
import { Button } from '../../ui/button.tsx'

/** Leads back to words that were begun without a network and not added; renders nothing where there are none. */
export function BegunWords() {
  const [begun] = useState(begunStory)
  if (begun === null) return null
  return (
    <section
      aria-label="Begun on this device"
      className="mb-8 flex flex-wrap items-center justify-between gap-4 rounded-card bg-tint p-4 ps-5 text-leaf"
    >
      <p className="min-w-0 flex-1 basis-64">You began to write something here. It is not added yet.</p>
      <Button variant="outline" asChild>
        <Link to="/app/write" search={begun}>
          <NotebookPen aria-hidden="true" />
          Go on writing
        </Link>
      </Button>
    </section>
  )
}
