import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { saveBlob } from '../../lib/save-blob.ts'
import type { DeviceRecordings } from '../../recorder/device-recordings.ts'
import { SpoolFailure } from '../../recorder/failures.ts'
import type { SpoolRecording } from '../../recorder/spool/spool.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { keptWords } from './kept-words.ts'

type SaveCopyProps = { recordings: Pick<DeviceRecordings, 'copyOf'>; recordingId: string }

/** Saves a recording that cannot reach the server as a file, so that it survives whatever becomes of the browser. */
export function SaveCopy({ recordings, recordingId }: SaveCopyProps) {
  const save = useMutation({
    mutationFn: async () => {
      const copy = await recordings.copyOf(recordingId)
      if (copy === null) return
      // If nothing could be read, an empty file would pass for a copy.
      if (copy.bytes.size === 0) throw new SpoolFailure('device-storage')
      saveBlob(fileNameOf(copy.recording), copy.bytes)
    },
  })

  return (
    <>
      <Button variant="outline" size="sm" busy={save.isPending} onClick={() => save.mutate()}>
        {save.isPending ? null : <Download size={20} aria-hidden="true" />}
        Save a copy
      </Button>
      {save.isError ? (
        <Alert className="order-last basis-full">{keptWords('No copy was saved.', save.error)}</Alert>
      ) : null}
    </>
  )
}

/** For instance 'The mill, part 2.webm'. The browser removes characters that the system does not allow in a name. */
function fileNameOf({ story, part, kind, mimeType }: SpoolRecording): string {
  const name = part === 0 ? story.title : `${story.title}, part ${part + 1}`
  if (!mimeType.includes('mp4')) return `${name}.webm`
  return `${name}.${kind === 'audio' ? 'm4a' : 'mp4'}`
}
