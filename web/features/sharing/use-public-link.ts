import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PublicLink } from '#contract/public-links.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { client, orpc } from '../../lib/rpc.ts'

/** The public link of a story; null while it is turned off. */
export function usePublicLink(storyId: string) {
  return useQuery(orpc.publicLinks.get.queryOptions({ input: { storyId } }))
}

/** Changes to the settings of a link: an absent field is left as it is, null removes the setting. */
export type LinkSettings = { expiresAt?: string | null; password?: string | null }

/** Mutation that turns the link on or changes its settings. */
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
