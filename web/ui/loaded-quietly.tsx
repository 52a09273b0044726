import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** How soon loading is retried. A server that restarts is back soon, but no browser event says so. */
const AGAIN_MS = 5_000

/**
 * A component whose code is loaded when it is first rendered, and that a page can do without. While it cannot be loaded (without a
 * network, say), `fallback` takes its place. React's own `lazy` would replace the whole page, with what is typed into it, by an error.
 */
export function loadedQuietly<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { fallback?: ReactNode }> {
  let loaded: ComponentType<Props> | null = null

  return function LoadedQuietly({ fallback = null, ...rest }) {
    const [Piece, setPiece] = useState(() => loaded)

    useEffect(() => {
      if (Piece !== null) return
      const attempt = async () => {
        const piece = await load().catch(() => null)
        if (piece === null) return
        loaded = piece
        setPiece(() => piece)
      }
      attempt()
      const timer = setInterval(attempt, AGAIN_MS)
      return () => clearInterval(timer)
    }, [Piece])

    if (Piece === null) return fallback
    return <Piece {...(rest as unknown as Props)} />
  }
}
