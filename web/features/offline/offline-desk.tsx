import { Link } from '@tanstack/react-router'
import { CloudOff, Mic, NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { v7 as newId } from 'uuid'
import { begunStories } from '../../lib/begun-story.ts'
import { toRecord } from '../../lib/studio-search.ts'
import { Button } from '../../ui/button.tsx'
import { GoOnWriting } from './go-on-writing.tsx'

/** Shown without a network: what still works, and what becomes of it. */
export function OfflineDesk() {
  const [storyId] = useState(() => newId())
  const [begun] = useState(begunStories)
  return (
    <section
      aria-labelledby="offline-desk"
      className="flex flex-col gap-5 rounded-[20px] border-2 border-edge bg-card p-6 shadow-card sm:flex-row sm:items-start sm:p-8"
    >
      <span className="flex size-16 shrink-0 items-center justify-center rounded-full bg-warn-tint text-warn">
        <CloudOff size={32} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 id="offline-desk" className="text-lg font-bold">
          There is no connection just now
        </h2>
        <p className="mt-2 max-w-[60ch] text-muted">
          You can record and write all the same. It is kept on this device and sent by itself as soon as
          Kinora can be reached. Please do not clear this browser’s data until then.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button variant="hero" size="lg" asChild>
            <Link to="/app/studio" search={toRecord({ storyId })}>
              <Mic aria-hidden="true" />
              Record now
            </Link>
          </Button>
          <GoOnWriting begun={begun} size="lg" />
          <Button variant="outline" size="lg" asChild>
            <Link to="/app/write" search={{ storyId }}>
              <NotebookPen aria-hidden="true" />
              {begun.length > 0 ? 'Write something new' : 'Write it down'}
            </Link>
          </Button>
        </div>
      </div>
    </section>
  )
}
