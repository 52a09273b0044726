import type pg from 'pg'

/*
 * A connection that only waits says nothing of a line that went silent (a machine that is gone, a router that forgot it): the system
 * would tell it after a quarter of an hour, or hours. So it is asked whether it is there.
 */

/** How often the connection is asked, and how long each of its answers may take. */
export type Patience = { askEveryMs: number; answerMs: number }
export const PATIENCE: Patience = { askEveryMs: 20_000, answerMs: 10_000 }
/** A line that went silent never says that it has ended. */
const FAREWELL_MS = 1_000

export const breakOff = ({ connection: { stream } }: pg.Client) => void stream.destroy()

/** What has not answered in time is given up, and breaks. */
export async function inTime<Answer>(
  asked: pg.Client,
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
