import { useState } from 'react'
import { sentences } from '../../lib/sentences.ts'
import { PlanLimit } from '../../ui/plan-limit.tsx'
import { Portioned } from '../../ui/portioned.tsx'
import { UploadOverview } from './upload-overview.tsx'
import type { UploadItem, UploadQueue } from './upload-queue.ts'
import { UploadRow, type UploadRowProps } from './upload-row.tsx'

export type UploadListProps = Pick<UploadRowProps, 'onShow' | 'onDescribe'> & {
  queue: UploadQueue
  items: UploadItem[]
}

/** The chosen files and their progress. The reason for a failure is shown beside its file. */
export function UploadList({ queue, items, onShow, onDescribe }: UploadListProps) {
  const [onlyFailed, setOnlyFailed] = useState(false)
  const isFull = items.some(({ problem }) => problem === sentences.STORAGE_LIMIT_REACHED)
  const failed = items.filter(({ state }) => state === 'failed')
  const shown = onlyFailed && failed.length > 0 ? failed : items
  return (
    <div data-uploads className="flex flex-col gap-3">
      {isFull ? <PlanLimit title="Storage Limit Reached" sentence={sentences.STORAGE_LIMIT_REACHED} /> : null}
      <UploadOverview
        queue={queue}
        items={queue.items.get()}
        onlyFailed={shown === failed}
        onOnlyFailed={setOnlyFailed}
      />
      <Portioned items={shown}>
        {(drawn) => (
          <ul aria-label="Chosen files" className="flex flex-col gap-3">
            {drawn.map((item) => (
              <UploadRow key={item.id} queue={queue} item={item} onShow={onShow} onDescribe={onDescribe} />
            ))}
          </ul>
        )}
      </Portioned>
    </div>
  )
}
