import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { sentenceOf } from '../../lib/errors.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Lightbox } from '../../ui/lightbox.tsx'
import { FilePicker } from './file-picker.tsx'
import { useUploads } from './queues.ts'
import { UploadList } from './upload-list.tsx'
import type { UploadItem } from './upload-queue.ts'

export type UploadsPanelProps = {
  storyId: string
  /** Makes the story where the server may not know it yet. */
  prepare?: () => Promise<void>
  compact?: boolean
}

/** Adds files to a story and shows how far each has come. */
export function UploadsPanel({ storyId, prepare, compact = false }: UploadsPanelProps) {
  const { queue, items } = useUploads(storyId, prepare)
  const queries = useQueryClient()
  const [at, setAt] = useState<number | null>(null)
  const files = items.flatMap(({ media }) => media ?? [])

  const add = (chosen: File[]) => {
    const story = queries.getQueryData(orpc.stories.get.queryKey({ input: { id: storyId } }))
    queue.add(chosen, story?.files)
  }
  const show = useCallback(
    ({ id }: UploadItem) => {
      const stored = queue.items.get().filter(({ media }) => media !== null)
      setAt(stored.findIndex((item) => item.id === id))
    },
    [queue],
  )
  const describe = useCallback(
    async (id: string, caption: string) => {
      try {
        queue.show(await client.media.describe({ id, caption }))
        await queries.invalidateQueries({ queryKey: orpc.stories.key() })
        return null
      } catch (error) {
        return sentenceOf(error)
      }
    },
    [queue, queries],
  )

  return (
    <div className="flex flex-col gap-5">
      <FilePicker compact={compact} onFiles={add} />
      {items.length > 0 ? (
        <UploadList queue={queue} items={items} onShow={show} onDescribe={describe} />
      ) : null}
      <Lightbox files={files} at={at} onAt={setAt} />
    </div>
  )
}
