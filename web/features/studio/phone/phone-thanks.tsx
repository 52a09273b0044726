import { Check } from 'lucide-react'
import { useUnfinished } from '../use-unfinished.ts'
import type { Phone } from './open-phone.ts'

/** In place of the camera once the session on the computer has ended: thanks, and whether this page is still needed. */
export function PhoneThanks({ device, isSent }: { device: Phone['device']; isSent: boolean }) {
  const { found } = useUnfinished(device)
  const isDone = isSent && found.length === 0
  return (
    <div role="alert" className="flex flex-1 flex-col items-center justify-center gap-4 py-8 text-center">
      {isDone ? <Check size={48} className="text-leaf" aria-hidden="true" /> : null}
      <p className="font-story text-2xl font-semibold">The session has ended. Thank you!</p>
      <p className="max-w-prose">
        {isDone
          ? 'You can close this page now.'
          : 'Please keep this page open until everything is safe on the server.'}
      </p>
    </div>
  )
}
