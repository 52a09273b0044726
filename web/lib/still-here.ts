import { useRouter } from '@tanstack/react-router'

/**
 * Called when a request is sent, returns a function that later tells whether the person is still on the same page, so that a late
 * answer does not navigate them away from where they have gone since.
 */
export function useStillHere(): () => () => boolean {
  const router = useRouter()
  return () => {
    const { href } = router.latestLocation
    return () => router.latestLocation.href === href
  }
}
