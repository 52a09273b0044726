import { CircleAlert, CircleCheck, Pause, Play, X } from 'lucide-react'
import { formatBytes } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { UploadItem, UploadQueue } from './upload-queue.ts'

/** The chosen files and how far each has come; every failure says why beside the file. */
export function UploadList({ queue, items }: { queue: UploadQueue; items: UploadItem[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {items.map((item) => (
        <li key={item.id} className="rounded-card bg-card p-5 shadow-card">
          <div className="flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold" title={item.name}>
                {item.name}
              </p>
              <StateLine item={item} />
            </div>
            <Controls item={item} queue={queue} />
          </div>
          {item.state === 'sending' || item.state === 'paused' ? (
            <div className="mt-3">
              <Progress
                value={item.sizeBytes === 0 ? 0 : item.sentBytes / item.sizeBytes}
                label={`Sent of ${item.name}`}
              />
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function StateLine({ item }: { item: UploadItem }) {
  const size = formatBytes(item.sizeBytes)
  const percent = item.sizeBytes === 0 ? 0 : Math.floor((item.sentBytes / item.sizeBytes) * 100)

  switch (item.state) {
    case 'waiting':
      return <p className="text-sm text-muted">Waiting · {size}</p>
    case 'sending':
      return (
        <p className="text-sm text-muted tabular-nums">
          {percent} % of {size}
        </p>
      )
    case 'paused':
      return (
        <p className="text-sm text-muted tabular-nums">
          Paused at {percent} % of {size}
        </p>
      )
    case 'checking':
      return (
        <p className="flex items-center gap-2 text-sm text-muted">
          <Spinner size={18} /> All of it has arrived, being checked
        </p>
      )
    case 'stored':
      return (
        <p role="status" className="flex items-center gap-2 text-sm font-semibold text-leaf">
          <CircleCheck size={20} aria-hidden="true" /> Safe on the server · {size}
        </p>
      )
    case 'failed':
      return (
        <p role="alert" className="flex items-start gap-2 text-sm font-semibold text-danger">
          <CircleAlert size={20} className="mt-0.5 shrink-0" aria-hidden="true" /> {item.problem}
        </p>
      )
  }
}

function Controls({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const canGoOn = item.state === 'paused' || item.canRetry
  return (
    <div className="flex shrink-0">
      {item.state === 'sending' ? (
        <Button variant="ghost" size="icon" onClick={() => queue.pause(item.id)}>
          <Pause aria-hidden="true" />
          <span className="sr-only">Pause {item.name}</span>
        </Button>
      ) : null}
      {canGoOn ? (
        <Button variant="ghost" size="icon" onClick={() => queue.resume(item.id)}>
          <Play aria-hidden="true" />
          <span className="sr-only">Go on with {item.name}</span>
        </Button>
      ) : null}
      {item.state === 'checking' ? null : (
        <Button variant="ghost" size="icon" onClick={() => queue.remove(item.id)}>
          <X aria-hidden="true" />
          <span className="sr-only">Take {item.name} off this list</span>
        </Button>
      )}
    </div>
  )
}
