import pg from 'pg'

/*
 * A connection that only waits says nothing of a line that went silent (a machine that is gone, a router that forgot it): the system
 * would tell it after a quarter of an hour, or hours. So it is asked whether it is there.
 */

/** How often the connection is asked, and how long each of its answers may take. */
export type Patience = { askEveryMs: number; answerMs: number }
export const PATIENCE: Patience = { askEveryMs: 20_000, answerMs: 10_000 }
/** A line that went silent never says that it has ended. */
const FAREWELL_MS = 1_000

export const breakOff = ({ connection: { stream } }: Pick<pg.Client, 'connection'>) => void stream.destroy()

/** What has not answered in time is given up, and breaks. */
export async function inTime<Answer>(
  asked: Pick<pg.Client, 'connection'>,
  answer: Promise<Answer>,
  mostMs: number,
): Promise<Answer> {
  const giveUp = setTimeout(() => breakOff(asked), mostMs)
  try {
    return await answer
  } finally {
    clearTimeout(giveUp)
  }
}

export async function sayFarewell(client: pg.Client): Promise<void> {
  await inTime(client, client.end(), FAREWELL_MS)
}

/** What waits for a lock ends by itself in this time, so that what has not answered for much longer is a silent line. */
export const SHORT_WAIT = `set lock_timeout = '500ms'`
/** Whether something was only locked. */
export const wasLocked = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03'

/**
 * Lends a session in which nothing waits long for a lock. One that has not answered in time is given up.
 * @throws what `work` throws, and where `wasLocked` what can be tried again
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
