import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PartSuggestions } from './part-suggestions.tsx'

export type AiSuggestionsProps = {
  /** The recordings and files of the story that can be heard, in order. */
  parts: readonly { id: string; label: string }[]
  mayChange: boolean
  onPlay: (id: string, atMs: number) => void
}

/** Opens the suggestions for a story's transcripts. */
export function AiSuggestions({ parts, mayChange, onPlay }: AiSuggestionsProps) {
  const [open, setOpen] = useState(false)
  const play = (id: string, atMs: number) => {
    setOpen(false)
    onPlay(id, atMs)
  }

  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Sparkles size={20} aria-hidden="true" />
        AI Suggested Changes
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="AI Suggested Changes"
        description="Corrections for the transcript. Nothing is changed until you say so, and it can be undone."
        width="wide"
      >
        {parts.map(({ id, label }) => (
          <section key={id} aria-label={label} className="flex flex-col gap-4">
            {parts.length > 1 ? <h3 className="font-bold wrap-anywhere">{label}</h3> : null}
            <PartSuggestions id={id} mayChange={mayChange} onPlay={play} />
          </section>
        ))}
      </Dialog>
    </>
  )
}
