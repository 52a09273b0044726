import pg from 'pg'
import { whenWaited } from '../when-waited.ts'

/*
 * A connection that only waits does not notice that its line has gone silent (the machine is gone, or a router forgot the
 * connection): the system would report it only after a quarter of an hour, or hours. So the connection is probed regularly.
 */

/** How often the connection is probed, and how long each of its answers may take. */
export type Patience = { askEveryMs: number; answerMs: number }
export const PATIENCE: Patience = { askEveryMs: 20_000, answerMs: 10_000 }
/** How long to wait for a connection to close: on a silent line the end never arrives. */
const FAREWELL_MS = 1_000

export const breakOff = ({ connection: { stream } }: Pick<pg.Client, 'connection'>) => void stream.destroy()

/** Waits for an answer, and breaks the connection off if it does not come in time. */
export async function inTime<Answer>(
  asked: Pick<pg.Client, 'connection'>,
  answer: Promise<Answer>,
  mostMs: number,
): Promise<Answer> {
  const stopWaiting = whenWaited(mostMs, () => breakOff(asked))
  try {
    return await answer
  } finally {
    stopWaiting()
  }
}

export async function sayFarewell(client: pg.Client): Promise<void> {
  await inTime(client, client.end(), FAREWELL_MS)
}

/** Makes statements that wait for a lock fail after this time, so that a much longer silence can only mean a silent line. */
export const SHORT_WAIT = `set lock_timeout = '500ms'`
/** Whether a statement failed only because it waited for a lock. */
export const wasLocked = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03'

/**
 * Lends a connection on which nothing waits long for a lock. If it does not answer in time, it is broken off.
 * @throws what `work` throws; an error for which `wasLocked` holds can be retried
 */
export async function withSession<Answer>(
  pool: pg.Pool,
  mostMs: number,
  work: (client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect()
  const ignore = () => undefined
  client.on('error', ignore)
  let isOver = false
  try {
    await inTime(client, client.query(SHORT_WAIT), mostMs)
    const answer = await inTime(client, work(client), mostMs)
    await inTime(client, client.query('reset lock_timeout'), mostMs)
    isOver = true
    return answer
  } finally {
    client.off('error', ignore)
    client.release(!isOver)
  }
}
