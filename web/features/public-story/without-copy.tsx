import { Hourglass, VideoOff } from 'lucide-react'

/** Shown in place of a film that cannot be played yet, or never will be: its poster, and the reason. */
export function WithoutCopy({ isPreparing, posterUrl }: { isPreparing: boolean; posterUrl: string | null }) {
  const Icon = isPreparing ? Hourglass : VideoOff
  return (
    <div className="flex flex-col overflow-hidden rounded-card border border-border bg-card shadow-card">
      {posterUrl ? (
        <img src={posterUrl} alt="" className="aspect-video w-full bg-black object-contain" />
      ) : null}
      <p role="status" className="flex items-center gap-3 p-5">
        <Icon size={22} className="shrink-0 text-leaf" aria-hidden="true" />
        {isPreparing
          ? 'This is being prepared, and appears here by itself as soon as it can be played.'
          : 'This cannot be played here. Whoever sent you the link can send it to you as a file.'}
      </p>
    </div>
  )
}
