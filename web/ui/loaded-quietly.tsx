import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * A piece that is loaded when it is first drawn, and that a page can do without. Where it cannot be loaded, without a network say,
 * `fallback` stands in its place until there is one. React's own `lazy` would take away the whole page, with what is typed into it.
 */
export function loadedQuietly<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { fallback?: ReactNode }> {
  let loaded: ComponentType<Props> | null = null

  return function LoadedQuietly({ fallback = null, ...rest }) {
    const [Piece, setPiece] = useState(() => loaded)

    useEffect(() => {
      if (Piece !== null) return
      let isGone = false
      const attempt = async () => {
        loaded = await load().catch(() => null)
        if (!isGone && loaded !== null) setPiece(() => loaded)
      }
      attempt()
      window.addEventListener('online', attempt)
      return () => {
        isGone = true
        window.removeEventListener('online', attempt)
      }
    }, [Piece])

    if (Piece === null) return fallback
    return <Piece {...(rest as unknown as Props)} />
  }
}
