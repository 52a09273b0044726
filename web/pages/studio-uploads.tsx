import { useEffect, useState } from 'react'
import type { UploadsSlot } from '../features/studio/slots.ts'
import type { UploadsPanel } from '../features/upload/uploads-panel.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/**
 * The studio's uploads, loaded when somebody first looks at them. Without a network that fails: here it says so, where
 * elsewhere it would take the page away, and with it a recording under way.
 */
export function StudioUploads(props: UploadsSlot) {
  const [Panel, setPanel] = useState<typeof UploadsPanel | null>(null)
  const [tries, setTries] = useState(1)
  const [failed, setFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is another
  useEffect(() => {
    let gone = false
    import('../features/upload/uploads-panel.tsx').then(
      (loaded) => {
        if (!gone) setPanel(() => loaded.UploadsPanel)
      },
      () => {
        if (!gone) setFailed(true)
      },
    )
    return () => {
      gone = true
    }
  }, [tries])

  if (Panel) return <Panel {...props} compact />
  if (!failed) return <Skeleton className="h-36" />
  const again = () => {
    setFailed(false)
    setTries(tries + 1)
  }
  return (
    <div role="alert" className="flex flex-col items-start gap-4">
      <p>Kinora cannot be reached just now, so no files can be added. A recording goes on undisturbed.</p>
      <Button variant="outline" onClick={again}>
        Try again
      </Button>
    </div>
  )
}
