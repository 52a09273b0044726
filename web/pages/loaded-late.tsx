import { type ComponentType, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/**
 * A component whose code is loaded when it is first rendered. If that fails, as without a network, the error is shown in its place.
 * Otherwise the error would replace the whole page, and with it a recording under way.
 */
export function loadedLate<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  sentence: string,
): ComponentType<Props> {
  return function LoadedLate(props: Props) {
    const [Piece, setPiece] = useState<ComponentType<Props> | null>(null)
    const [tries, setTries] = useState(1)
    const [failed, setFailed] = useState(false)

    // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads the code again
    useEffect(() => {
      let gone = false
      load().then(
        (loaded) => {
          if (!gone) setPiece(() => loaded)
        },
        () => {
          if (!gone) setFailed(true)
        },
      )
      return () => {
        gone = true
      }
    }, [tries])

    if (Piece) return <Piece {...props} />
    if (!failed) return <Skeleton className="h-36" />
    const again = () => {
      setFailed(false)
      setTries(tries + 1)
    }
    return (
      <div role="alert" className="flex flex-col items-start gap-4">
        <p>{sentence}</p>
        <Button variant="outline" onClick={again}>
          Try again
        </Button>
      </div>
    )
  }
}
