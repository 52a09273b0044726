import { getRouteApi, Link } from '@tanstack/react-router'
import type { ResourceType } from '#contract/sharing.ts'
import { AskName } from '../features/profile/ask-name.tsx'
import { pageOfResource, resourceWords } from '../features/sharing/resource-words.ts'
import { SharingOptions } from '../features/sharing/sharing-options.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { ConversationDrawing } from '../ui/drawings/conversation.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

const route = getRouteApi('/app/sharing-options')

/** Manages who has access to the thing that the address names. */
export function SharingOptionsPage() {
  const { type, id } = route.useSearch()
  return (
    <>
      <title>Sharing Options · Kinora</title>
      {type === undefined || id === undefined ? (
        <NothingToShare sentence={noneNamed} />
      ) : (
        <SharingOptions
          key={id}
          resource={{ resourceType: type, resourceId: id }}
          unknown={<NothingToShare sentence={noneToShare} />}
          name={<AskName />}
          back={<BackTo type={type} id={id} />}
        />
      )}
    </>
  )
}

function BackTo({ type, id }: { type: ResourceType; id: string }) {
  return (
    <BackLink {...pageOfResource(type, id)} className="mb-4">
      Back to the {resourceWords[type]}
    </BackLink>
  )
}

const noneNamed =
  'This page requires a resource to share. Please navigate to a specific story, storybook, or family member to manage sharing.'
const noneToShare = 'It may have been deleted, is not shared with you any more, or only others may share it.'

function NothingToShare({ sentence }: { sentence: string }) {
  return (
    <EmptyState
      heading="h1"
      drawing={<ConversationDrawing />}
      title="Sharing Options"
      sentence={sentence}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button size="lg" asChild>
            <Link to="/app/stories">Go to your stories</Link>
          </Button>
          <Button variant="outline" size="lg" asChild>
            <Link to="/app/shared">Shared with me</Link>
          </Button>
        </div>
      }
    />
  )
}
