import { MicOff } from 'lucide-react'
import { cn } from '../../ui/cn.ts'

/** Warns that no sound comes from the open microphone: it is switched off, held by a call, or the wrong one. */
export function NoSound({ className }: { className?: string }) {
  return (
    <p
      role="status"
      className={cn('flex items-start gap-2 rounded-card bg-warn-tint px-4 py-2 text-warn', className)}
    >
      <MicOff size={22} className="mt-0.5 shrink-0" aria-hidden="true" />
      No sound comes from the microphone. Is it switched on, and is it the right one?
    </p>
  )
}
