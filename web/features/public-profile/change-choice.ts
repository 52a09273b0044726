import type { PublicProfileChoice } from '#contract/public-profile.ts'

export type OwnChoice = PublicProfileChoice & { url: string | null }

type Server = {
  get: () => Promise<OwnChoice>
  set: (choice: PublicProfileChoice) => Promise<OwnChoice>
}

/**
 * Changes part of what is public. The whole choice is sent each time, so it is read first: this page may be older than a change made
 * elsewhere, and would undo that. If the profile was withdrawn meanwhile, it stays so unless publishing is what was asked for.
 */
export async function changeChoice(
  server: Server,
  changed: Partial<PublicProfileChoice>,
): Promise<OwnChoice> {
  const now = await server.get()
  if (!now.isPublic && changed.isPublic === undefined) return now
  const { url: _, ...choice } = now
  return server.set({ ...choice, ...changed })
}
