import { deviceMs } from '../../../lib/clock.ts'

/** A little shorter than the service waits for whoever has begun a factor. */
const patienceMs = 280_000

/** Whether this was begun so long ago that the service has forgotten it. */
export const isOver = ({ begunAt }: { begunAt: number }): boolean => deviceMs() - begunAt > patienceMs

/**
 * A factor that is begun and not proven yet. Kept beside the dialog, which may be closed by mistake: an app that has read the
 * picture shows its codes already, and a message is on its way. What nobody comes back to ends by itself within minutes.
 */
export type Begun<T> = { current: T | null }
