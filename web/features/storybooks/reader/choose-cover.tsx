import { ImageOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Portioned } from '../../../ui/portioned.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tick } from '../../../ui/tick.tsx'
import type { CoverPicture } from './cover-pictures.ts'
import { useSignedImage } from './use-signed-image.ts'

export type ChooseCoverProps = {
  pictures: readonly CoverPicture[]
  /** The id of the chosen picture; null for the ornament. */
  chosen: string | null
  onChange: (pictureId: string | null) => void
}

/** Chooses which of the book's pictures is on its cover. Renders nothing for a book without pictures. */
export function ChooseCover({ pictures, chosen, onChange }: ChooseCoverProps) {
  if (pictures.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-3 font-semibold">Picture on the cover</legend>
      <Portioned items={pictures} isSought={({ id }) => id === chosen}>
        {(drawn) => (
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {drawn.map(({ id, name }) => (
              <li key={id}>
                <Choice name={name} isChosen={chosen === id} onChoose={() => onChange(id)}>
                  <Thumbnail pictureId={id} />
                </Choice>
              </li>
            ))}
            <li>
              <Choice name="No picture" isChosen={chosen === null} onChoose={() => onChange(null)}>
                <span className="flex size-full items-center justify-center bg-tint text-leaf">
                  <ImageOff size={32} strokeWidth={1.6} aria-hidden="true" />
                </span>
              </Choice>
            </li>
          </ul>
        )}
      </Portioned>
    </fieldset>
  )
}

type ChoiceProps = { name: string; isChosen: boolean; onChoose: () => void; children: ReactNode }

/** A picture with its name below it; all of it can be clicked. */
function Choice({ name, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <Tick
      className="group/choice grid grid-cols-[auto_minmax(0,1fr)] items-start gap-2 rounded-card"
      type="radio"
      name="cover-picture"
      checked={isChosen}
      onChange={onChoose}
    >
      <span className="order-first col-span-2 aspect-square overflow-hidden rounded-card border-2 border-border group-has-checked/choice:border-primary-dark">
        {children}
      </span>
      <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
        {name}
      </span>
    </Tick>
  )
}

function Thumbnail({ pictureId }: { pictureId: string }) {
  const { url, isComing, renew } = useSignedImage(pictureId)
  if (isComing) return <Skeleton className="size-full rounded-none" />
  if (url === null) {
    return (
      <span className="flex size-full items-center justify-center bg-tint p-2 text-center text-sm text-muted">
        No longer here
      </span>
    )
  }
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={renew}
      className="size-full bg-background object-cover"
    />
  )
}
