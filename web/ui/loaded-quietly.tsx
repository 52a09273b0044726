import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** A server that restarts is back soon, and no browser tells of that. */
const AGAIN_MS = 5_000

/**
 * A piece that is loaded when it is first drawn, and that a page can do without. Where it cannot be loaded, without a network say,
 * `fallback` stands in its place until it can. React's own `lazy` would take away the whole page, with what is typed into it.
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
