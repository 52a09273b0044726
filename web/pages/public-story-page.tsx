import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { PasswordForm } from '../features/public-story/password-form.tsx'
import { PublicStoryView } from '../features/public-story/public-story-view.tsx'
import { type LinkKey, passwordSentence, usePublicStory } from '../features/public-story/use-public-story.ts'
import { sentenceOf, situationOf } from '../lib/errors.ts'
import { type Situation, sentences } from '../lib/sentences.ts'
import { Button } from '../ui/button.tsx'
import { LostPageDrawing } from '../ui/drawings/lost-page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Logo } from '../ui/logo.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const route = getRouteApi('/s/$token')

/** The page at the address of a public link: one story, without an account, or the reason why there is none. */
export function PublicStoryPage() {
  const { token } = route.useParams()
  const [password, setPassword] = useState<string | undefined>()

  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[73rem] flex-col px-4 pt-6 sm:px-6">
      <title>A story · Kinora</title>
      <meta name="robots" content="noindex, nofollow" />
      <header className="mb-8">
        <Logo />
      </header>
      <main className="flex-1">
        <Content
          linkKey={password === undefined ? { token } : { token, password }}
          onPassword={setPassword}
        />
      </main>
      <footer className="mt-16 border-t border-border py-6 text-sm text-muted">
        A page of a family’s own Kinora.{' '}
        <a href="/" className="underline underline-offset-4">
          What is Kinora?
        </a>
      </footer>
    </div>
  )
}

type ContentProps = { linkKey: LinkKey; onPassword: (password: string) => void }

/** Refusals that get a page of their own, because a retry would not help. */
const endings: Partial<Record<Situation, string>> = {
  NOT_FOUND: 'There is no story here',
  BAD_REQUEST: 'There is no story here',
  SHARE_LINK_OFF: 'This link was turned off',
  SHARE_LINK_EXPIRED: 'This link has run out',
}

function Content({ linkKey, onPassword }: ContentProps) {
  const story = usePublicStory(linkKey)
  if (story.shown) {
    const renew = async () => (await story.refetch()).data
    return <PublicStoryView story={story.shown} linkKey={linkKey} onRenew={renew} />
  }
  const situation = story.isError ? situationOf(story.error) : null
  const given = linkKey.password !== undefined
  if (situation === 'LINK_PASSWORD_NEEDED' || (given && !(situation && endings[situation]))) {
    const error = given && story.isError ? passwordSentence(story.error) : undefined
    // Entering the same password again triggers a new request: the first may have failed because of the connection.
    const tryOne = (password: string) =>
      password === linkKey.password ? story.refetch() : onPassword(password)
    return <PasswordForm error={error} busy={story.isFetching} onPassword={tryOne} />
  }
  if (situation === null) return <StorySkeleton />

  const ending = endings[situation]
  if (ending === undefined) {
    return (
      <>
        <h1 className="sr-only">A story</h1>
        <ErrorPanel
          title="The story could not be loaded"
          sentence={sentenceOf(story.error)}
          onRetry={() => story.refetch()}
        />
      </>
    )
  }
  const isLost = situation === 'NOT_FOUND' || situation === 'BAD_REQUEST'
  return (
    <EmptyState
      heading="h1"
      drawing={<LostPageDrawing />}
      title={ending}
      sentence={
        isLost
          ? 'The link may have been cut short, or the story was deleted. Whoever sent it to you can help.'
          : sentences[situation]
      }
      action={
        <Button variant="outline" size="lg" asChild>
          <a href="/">Go to the start page</a>
        </Button>
      }
    />
  )
}

function StorySkeleton() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <h1 className="sr-only">The story is being loaded</h1>
      <Skeleton className="h-12 w-3/4 max-w-[38.75rem]" />
      <Skeleton className="h-6 w-1/2 max-w-[26.25rem]" />
      <Skeleton className="mx-auto mt-6 aspect-video w-full max-w-[60rem]" />
    </div>
  )
}
