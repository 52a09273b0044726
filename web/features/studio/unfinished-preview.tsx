import { Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { UnfinishedRecording } from '../../recorder/device-recordings.ts'
import { assemble } from '../../recorder/spool/preview.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { ThisDevice } from './this-device.ts'

/** Loading hours of recording would fill the memory; the first minutes show which recording it is. */
const previewBytes = 48_000_000

type UnfinishedPreviewProps = { device: Pick<ThisDevice, 'spool'>; found: UnfinishedRecording }

/** Plays a recording that exists on this device alone; of a long one, only the beginning. */
export function UnfinishedPreview({ device, found }: UnfinishedPreviewProps) {
  const [address, setAddress] = useState<string | null>(null)
  const [standing, setStanding] = useState<'at rest' | 'reading' | 'failed'>('at rest')
  const { recording, sizeBytes } = found
  const isPartial = sizeBytes > previewBytes

  useEffect(() => {
    if (address !== null) return () => URL.revokeObjectURL(address)
  }, [address])
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const show = async () => {
    setStanding('reading')
    try {
      const beginning = await assemble(device.spool, recording, previewBytes)
      // Nobody would revoke an address that is made after this has gone from the screen.
      if (!isShown.current) return
      setAddress(URL.createObjectURL(beginning))
      setStanding('at rest')
    } catch {
      setStanding('failed')
    }
  }
  const giveUp = () => {
    setAddress(null)
    setStanding('failed')
  }

  if (sizeBytes === 0) return null
  if (address === null) {
    return (
      <div className="flex flex-col items-start gap-4">
        {standing === 'failed' ? (
          <Alert className="self-stretch">
            It cannot be looked into just now. Nothing of it is lost by that: you can try again, or keep it
            without a look.
          </Alert>
        ) : null}
        <Button variant="outline" busy={standing === 'reading'} onClick={show}>
          <Play size={20} aria-hidden="true" />
          Look into it
        </Button>
      </div>
    )
  }
  return (
    <figure>
      <Player kind={recording.kind} address={address} onFailure={giveUp} />
      {isPartial ? (
        <figcaption className="mt-2 text-sm text-muted">
          This shows the beginning. All of it is kept.
        </figcaption>
      ) : null}
    </figure>
  )
}

type PlayerProps = { kind: 'video' | 'audio'; address: string; onFailure: () => void }

function Player({ kind, address, onFailure }: PlayerProps) {
  if (kind === 'audio') {
    // biome-ignore lint/a11y/useMediaCaption: there is no transcript of a recording that broke off
    return <audio src={address} controls onError={onFailure} className="w-full" />
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: there is no transcript of a recording that broke off
    <video
      src={address}
      controls
      playsInline
      onError={onFailure}
      className="max-h-[50dvh] w-full rounded-card bg-black"
    />
  )
}
