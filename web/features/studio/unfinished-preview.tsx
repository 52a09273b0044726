import { Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { UnfinishedRecording } from '../../recorder/device-recordings.ts'
import { assemble } from '../../recorder/spool/preview.ts'
import { Button } from '../../ui/button.tsx'
import type { ThisDevice } from './this-device.ts'

/** A look into hours would fill the memory; the first minutes tell which recording it is. */
const previewBytes = 48_000_000

type UnfinishedPreviewProps = { device: Pick<ThisDevice, 'spool'>; found: UnfinishedRecording }

/** Plays a recording that only this device has; of a long one, its begin. */
export function UnfinishedPreview({ device, found }: UnfinishedPreviewProps) {
  const [address, setAddress] = useState<string | null>(null)
  const { recording, sizeBytes } = found
  const isPartial = sizeBytes > previewBytes

  useEffect(() => {
    if (address !== null) return () => URL.revokeObjectURL(address)
  }, [address])

  const show = async () =>
    setAddress(URL.createObjectURL(await assemble(device.spool, recording, previewBytes)))

  if (sizeBytes === 0) return null
  if (address === null) {
    return (
      <Button variant="outline" className="self-start" onClick={show}>
        <Play size={20} aria-hidden="true" />
        Look into it
      </Button>
    )
  }
  return (
    <figure>
      <Player kind={recording.kind} address={address} />
      {isPartial ? (
        <figcaption className="mt-2 text-sm text-muted">
          This shows the beginning. All of it is kept.
        </figcaption>
      ) : null}
    </figure>
  )
}

function Player({ kind, address }: { kind: 'video' | 'audio'; address: string }) {
  if (kind === 'audio') {
    // biome-ignore lint/a11y/useMediaCaption: there is no transcript of a recording that broke off
    return <audio src={address} controls className="w-full" />
  }
  // biome-ignore lint/a11y/useMediaCaption: there is no transcript of a recording that broke off
  return <video src={address} controls playsInline className="max-h-[50dvh] w-full rounded-card bg-black" />
}
