import { Download, UsersRound } from 'lucide-react'
import type { PublicStory } from '#contract/public-links.ts'
import { formatStamp } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { StoryFact, StoryFacts, StoryTitle } from '../../ui/story-head.tsx'
import { PublicRecording } from './public-recording.tsx'
import type { LinkKey } from './use-public-story.ts'

export type PublicStoryViewProps = {
  story: PublicStory
  linkKey: LinkKey
  /** Fetches the story again, with fresh addresses; resolves to undefined if that fails. */
  onRenew: () => Promise<PublicStory | undefined>
}

/** A story as people with its public link see it: recordings, pictures and texts. */
export function PublicStoryView({ story, linkKey, onRenew }: PublicStoryViewProps) {
  const films = story.files.filter((file) => file.kind === 'video' || file.kind === 'audio')
  const pictures = story.files.filter((file) => file.kind === 'image')
  const documents = story.files.filter((file) => file.kind === 'document')
  const isEmpty = story.recordings.length + story.files.length + story.notes.length === 0

  return (
    <article className="flex flex-col gap-10">
      <Head story={story} />
      {isEmpty ? (
        <p className="text-muted">
          There is nothing to hear or to see here yet. Please open this link again a little later.
        </p>
      ) : null}
      {story.recordings.map((recording, index) => (
        <PublicRecording
          key={recording.id}
          label={story.recordings.length > 1 ? `Part ${index + 1}` : 'Recording'}
          film={recording}
          transcriptOf={recording.hasTranscript ? recording.id : null}
          linkKey={linkKey}
          onRenew={async () => urlIn((await onRenew())?.recordings, recording.id)}
        />
      ))}
      {films.map((film) => (
        <PublicRecording
          key={film.id}
          label={film.caption || film.fileName}
          film={{ ...film, kind: film.kind === 'audio' ? 'audio' : 'video' }}
          transcriptOf={film.hasTranscript ? film.id : null}
          linkKey={linkKey}
          onRenew={async () => urlIn((await onRenew())?.files, film.id)}
        />
      ))}
      {pictures.length > 0 ? (
        <section aria-label="Pictures" className="grid gap-6 sm:grid-cols-2">
          {pictures.map((picture) => (
            <figure key={picture.id}>
              <a href={picture.url ?? undefined} className="block rounded-card">
                <img
                  src={picture.posterUrl ?? picture.url ?? undefined}
                  alt={picture.caption || picture.fileName}
                  loading="lazy"
                  className="w-full rounded-card bg-card object-contain shadow-card"
                />
              </a>
              {picture.caption ? (
                <figcaption dir="auto" className="mt-2 text-muted wrap-anywhere">
                  {picture.caption}
                </figcaption>
              ) : null}
            </figure>
          ))}
        </section>
      ) : null}
      {story.notes.length > 0 ? (
        <section aria-label="Journal" className="mx-auto flex w-full max-w-[45rem] flex-col gap-6">
          {story.notes.map((note) => (
            <div key={note.id} className="border-s-4 border-primary ps-5">
              {note.timestamp === '00:00' ? null : (
                <p className="font-semibold text-leaf tabular-nums">{formatStamp(note.timestamp)}</p>
              )}
              <p dir="auto" className="font-story text-lg whitespace-pre-line wrap-anywhere">
                {note.text}
              </p>
            </div>
          ))}
        </section>
      ) : null}
      {documents.length > 0 ? (
        <section aria-label="Documents" className="flex flex-wrap gap-3">
          {documents.map((document) => (
            <Button key={document.id} variant="outline" className="max-w-full" asChild>
              <a href={`${document.url}&download=1`}>
                <Download size={20} aria-hidden="true" />
                <span className="wrap-anywhere">{document.fileName}</span>
              </a>
            </Button>
          ))}
        </section>
      ) : null}
    </article>
  )
}

const urlIn = (
  films: readonly { id: string; url: string | null }[] | undefined,
  id: string,
): string | undefined => films?.find((film) => film.id === id)?.url ?? undefined

function Head({ story }: { story: PublicStory }) {
  return (
    <header>
      <StoryTitle story={story} />
      <StoryFacts story={story}>
        {story.speakers.length > 0 ? (
          <StoryFact icon={UsersRound}>
            <span dir="auto" className="wrap-anywhere">
              {story.speakers.join(', ')}
            </span>
          </StoryFact>
        ) : null}
      </StoryFacts>
    </header>
  )
}
