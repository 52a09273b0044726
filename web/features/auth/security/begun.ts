import { pageAgeMs } from '../../../lib/clock.ts'

/** Slightly less than the service keeps an enrolment that is not completed. */
const patienceMs = 280_000

/** Whether the enrolment began so long ago that the service has dropped it. */
export const isOver = ({ begunAt }: { begunAt: number }): boolean => pageAgeMs() - begunAt > patienceMs

/**
 * An enrolment begun but not yet verified. It is kept outside the dialog, which may be closed by mistake: by then an app that has scanned
 * the picture already shows its codes, or a message is on its way. If nobody returns to it, it expires within minutes.
 */
export type Begun<T> = { current: T | null }
