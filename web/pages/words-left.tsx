import { useState } from 'react'
import { commentDraft, journalDraft, readDraft } from '../lib/use-draft.ts'
import { PaddedCard } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

/** Text that the person had begun to write into a story that is gone, which took the page away in the middle of a sentence. */
export function WordsLeft({ storyId }: { storyId: string }) {
  const [words] = useState(() =>
    [journalDraft, commentDraft]
      .map((draftOf) => readDraft(draftOf(storyId)).trim())
      .filter((text) => text !== ''),
  )
  if (words.length === 0) return null

  return (
    <section aria-labelledby="words-left" className="mx-auto flex w-full max-w-[47.5rem] flex-col gap-4">
      <h2 id="words-left" className="text-lg font-bold">
        What you had begun to write
      </h2>
      <p className="text-muted">
        It is kept on this device. If the story comes back, it stands in its place again.
      </p>
      {words.map((text) => (
        <PaddedCard key={text} className="flex flex-col items-start gap-4">
          <p dir="auto" className="font-story wrap-anywhere whitespace-pre-line">
            {text}
          </p>
          <CopyButton text={text}>Copy these words</CopyButton>
        </PaddedCard>
      ))}
    </section>
  )
}
