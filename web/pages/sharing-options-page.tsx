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
  const nothing = <NothingToShare />

  return (
    <>
      <title>Sharing Options · Kinora</title>
      {type === undefined || id === undefined ? (
        nothing
      ) : (
        <SharingOptions
          key={id}
          resource={{ resourceType: type, resourceId: id }}
          unknown={nothing}
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

function NothingToShare() {
  return (
    <EmptyState
      heading="h1"
      drawing={<ConversationDrawing />}
      title="Sharing Options"
      sentence="This page requires a resource to share. Please navigate to a specific story, storybook, or family member to manage sharing."
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
