/**
 * A channel between the tabs of this browser. Null where the browser offers none (it may throw where cookies are blocked): each
 * tab then works by itself.
 */
export function openTabChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
