import { VoicePage } from '../features/studio/voice/voice-page.tsx'
import { OnceEntered } from './once-entered.tsx'

/** Outside the shell, like the studio: nothing beside the one button while somebody tells a story. */
export function VoiceRoute() {
  return (
    <OnceEntered>
      <VoicePage />
    </OnceEntered>
  )
}
