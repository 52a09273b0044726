import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../lib/errors.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Lightbox } from '../../ui/lightbox.tsx'
import { FilePicker } from './file-picker.tsx'
import { useUploads } from './queues.ts'
import { UploadList } from './upload-list.tsx'

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

  const describe = async (id: string, caption: string) => {
    try {
      queue.show(await client.media.describe({ id, caption }))
      await queries.invalidateQueries({ queryKey: orpc.stories.key() })
      return null
    } catch (error) {
      return sentenceOf(error)
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <FilePicker compact={compact} onFiles={(chosen) => queue.add(chosen)} />
      {items.length > 0 ? (
        <UploadList
          queue={queue}
          items={items}
          onShow={({ media }) => setAt(files.findIndex(({ id }) => id === media?.id))}
          onDescribe={describe}
        />
      ) : null}
      <Lightbox files={files} at={at} onAt={setAt} />
    </div>
  )
}
