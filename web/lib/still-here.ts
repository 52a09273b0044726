import { useRouter } from '@tanstack/react-router'

/**
 * Asked when something is sent, answers later whether somebody is still where they were then: an answer that comes late leads
 * nobody away from what they have gone on to.
 */
export function useStillHere(): () => () => boolean {
  const router = useRouter()
  return () => {
    const { href } = router.latestLocation
    return () => router.latestLocation.href === href
  }
}
