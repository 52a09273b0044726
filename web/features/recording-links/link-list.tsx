import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RecordingLink } from '#contract/recording-links.ts'
import { now } from '../../lib/clock.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { formatDate } from '../../lib/format.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'

/** The people who were asked, what came of it, and a button to revoke or renew each link. */
export function LinkList({ links }: { links: RecordingLink[] }) {
  return (
    <section aria-labelledby="asked-before" className="border-t border-border pt-5">
      <h3 id="asked-before" className="mb-3 font-bold">
        Asked before
      </h3>
      <ul className="flex flex-col gap-3">
        {links.map((link) => (
          <OneLink key={link.id} link={link} />
        ))}
      </ul>
    </section>
  )
}

function OneLink({ link }: { link: RecordingLink }) {
  const queries = useQueryClient()
  const isOver = link.revokedAt !== null || Date.parse(link.expiresAt) <= now().getTime()
  const whose = link.purpose === 'phone' ? 'Phone beside the computer' : link.label
  const change = useMutation({
    mutationFn: () =>
      isOver ? client.recordingLinks.renew({ id: link.id }) : client.recordingLinks.revoke({ id: link.id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: orpc.recordingLinks.key() }),
  })

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border p-4">
      <div className="min-w-[min(12rem,100%)] flex-1">
        <p className="wrap-anywhere">
          {whose ? <strong>{whose}: </strong> : null}
          {link.question || link.title}
        </p>
        <p className="text-sm text-muted">{stateOf(link, isOver)}</p>
        {change.isError ? (
          <p role="alert" className="text-sm text-danger">
            {sentenceOf(change.error)}
          </p>
        ) : null}
      </div>
      <Button variant="outline" size="sm" busy={change.isPending} onClick={() => change.mutate()}>
        {isOver ? 'Let it work again' : 'Take it back'}
      </Button>
    </li>
  )
}

function stateOf({ recordings, revokedAt, firstUsedAt, expiresAt }: RecordingLink, isOver: boolean): string {
  const told = recordings === 1 ? '1 recording' : `${recordings} recordings`
  const came = recordings > 0 ? `${told} so far. ` : ''
  if (revokedAt !== null) return `${came}Taken back on ${formatDate(revokedAt)}.`
  if (isOver) return `${came}Ran out on ${formatDate(expiresAt)}.`
  if (recordings > 0) return `${came}Works until ${formatDate(expiresAt)}.`
  return `${firstUsedAt ? 'Opened, nothing recorded yet.' : 'Not opened yet.'} Works until ${formatDate(expiresAt)}.`
}
