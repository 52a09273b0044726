type Dated = { id: string; createdAt: string }

/**
 * The comments as loaded, newest first, and those being reworded that are not among them any more, because somebody has deleted them or
 * newer ones have pushed them off the loaded pages: they stay in their place, along with the typed text.
 */
export function standingComments<One extends Dated>(loaded: readonly One[], reworded: readonly One[]): One[] {
  const standing = [...loaded]
  for (const one of reworded) {
    if (standing.some(({ id }) => id === one.id)) continue
    const older = standing.findIndex(({ createdAt }) => createdAt < one.createdAt)
    standing.splice(older < 0 ? standing.length : older, 0, one)
  }
  return standing
}
