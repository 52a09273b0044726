import { useState } from 'react'
import { useSession } from '../features/auth/session.tsx'
import { VoicePage } from '../features/studio/voice/voice-page.tsx'
import { Guarded } from '../shell/guarded.tsx'
import { PageSpinner } from '../ui/spinner.tsx'

/** Outside the shell, like the studio: nothing beside the one button while somebody tells. */
export function VoiceRoute() {
  const { state } = useSession()
  const [entered, setEntered] = useState(false)

  if ((state === 'in' || state === 'unreachable') && !entered) setEntered(true)
  if (entered) return <VoicePage />
  return (
    <Guarded>
      <PageSpinner />
    </Guarded>
  )
}
