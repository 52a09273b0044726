import { MailX } from 'lucide-react'
import { useSendsMail } from '../lib/service-settings.ts'
import { cn } from './cn.ts'

/** Where a page promises a mail: that this Kinora sends none, and who has it. Renders nothing where mails are sent. */
export function NoMailNote({ className }: { className?: string }) {
  if (useSendsMail()) return null
  return (
    <p
      role="note"
      className={cn('flex items-start gap-3 rounded-card bg-warn-tint p-4 text-warn', className)}
    >
      <MailX className="mt-0.5 shrink-0" aria-hidden="true" />
      <span className="min-w-0">
        This Kinora cannot send mails yet. What it writes waits on its computer, in the folder “outbox”: ask
        whoever looks after it.
      </span>
    </p>
  )
}
