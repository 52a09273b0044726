import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PublicLink } from '#contract/public-links.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { client, orpc } from '../../lib/rpc.ts'

/** The public link of a story; null while it is off. */
export function usePublicLink(storyId: string) {
  return useQuery(orpc.publicLinks.get.queryOptions({ input: { storyId } }))
}

/** What can be said of how the link works; a field left out stays as it is, null takes it away. */
export type LinkSettings = { expiresAt?: string | null; password?: string | null }

/** Turns the link on, or changes how it works. */
export function useTurnOn(storyId: string) {
  const show = useShownLink(storyId)
  return useMutation({
    mutationFn: (settings: LinkSettings) => client.publicLinks.turnOn({ storyId, ...settings }),
    onSuccess: show,
  })
}

export function useTurnOff(storyId: string) {
  const show = useShownLink(storyId)
  return useMutation({
    mutationFn: () => client.publicLinks.turnOff({ storyId }),
    onSuccess: () => show(null),
  })
}

function useShownLink(storyId: string) {
  const queries = useQueryClient()
  return (link: PublicLink | null) =>
    keepAnswer(queries, orpc.publicLinks.get.queryKey({ input: { storyId } }), link)
}
