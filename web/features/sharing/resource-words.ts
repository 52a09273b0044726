import type { ResourceType } from '#contract/sharing.ts'

/** How a shared thing is called in sentences. Of a person of the family, the page is shared. */
export const resourceWords: Record<ResourceType, string> = {
  story: 'story',
  storybook: 'storybook',
  family_member: 'page',
}

/** The page of a shared thing. */
export function pageOfResource(type: ResourceType, id: string) {
  switch (type) {
    case 'storybook':
      return { to: '/app/storybooks/$storybookId', params: { storybookId: id } } as const
    case 'family_member':
      return { to: '/app/family/$memberId', params: { memberId: id } } as const
    case 'story':
      return { to: '/app/stories/$storyId', params: { storyId: id } } as const
  }
}
