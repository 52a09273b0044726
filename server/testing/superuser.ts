import pg from 'pg'

/** Runs one statement as a superuser, to look behind the service or to change a time in a row. */
export async function asSuperuser(
  superuser: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads is what the test is about
): Promise<any[]> {
  const client = new pg.Client(superuser)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
