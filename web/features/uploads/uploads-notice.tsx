import { useEffect } from 'react'
import { PaddedCard } from '../../ui/card.tsx'
import { useUploads } from './queues.ts'
import { UploadList } from './upload-list.tsx'
import { goesAgain, isSafe } from './upload-queue.ts'

type UploadsNoticeProps = {
  storyId: string
  /** Called with whether the server lacks a file that may still arrive by itself. */
  onLack: (isLacking: boolean) => void
}

/** Files of a story that are still being sent by this page or have failed; renders nothing once all have arrived. */
export function UploadsNotice({ storyId, onLack }: UploadsNoticeProps) {
  const { queue, items } = useUploads(storyId)
  const left = items.filter((item) => !isSafe(item))
  const isLacking = left.some((item) => item.state !== 'failed' || goesAgain(item))
  useEffect(() => onLack(isLacking), [onLack, isLacking])
  if (left.length === 0) return null

  return (
    <PaddedCard>
      <h2 className="mb-2 text-lg font-bold">
        {isLacking ? 'Files on their way' : 'Files that could not be taken'}
      </h2>
      <p className="mb-4 text-muted">
        {isLacking
          ? 'Please keep this page open until they are safe on the server.'
          : 'They are not in the story. Each says why.'}
      </p>
      <UploadList queue={queue} items={left} onShow={nothing} onDescribe={saysNothing} />
    </PaddedCard>
  )
}

const nothing = () => undefined

/** A caption can only be given once a file is stored, and by then it is no longer in this list. */
const saysNothing = async () => null
