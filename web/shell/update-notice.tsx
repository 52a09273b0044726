import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import type { NewVersion } from './new-version.ts'
import { showNewVersion } from './show-new-version.ts'

/** Says that a newer version waits. Only in the shell, so that nobody is asked while recording. */
export function UpdateNotice({ waiting }: { waiting: NewVersion }) {
  const [putOff, setPutOff] = useState<NewVersion | null>(null)
  if (waiting === putOff) return null

  return (
    <section
      aria-label="New version"
      className="fixed inset-x-3 bottom-(--above-bar) z-40 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border-2 border-edge bg-raised p-4 shadow-card sm:inset-x-auto sm:end-6 sm:max-w-[30rem] lg:bottom-6"
    >
      <p role="status" className="flex min-w-[min(12rem,100%)] flex-1 items-center gap-3 font-bold">
        <RefreshCw className="shrink-0 text-leaf" aria-hidden="true" />A new version is ready
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => showNewVersion(waiting)}>Use it now</Button>
        <Button variant="ghost" onClick={() => setPutOff(waiting)}>
          Later
        </Button>
      </div>
    </section>
  )
}
