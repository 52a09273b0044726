/**
 * Routers and load balancers forget an idle connection within minutes, and neither end notices: the next query on it waits a
 * quarter of an hour. TCP keepalive prevents that with a packet once a minute; by default, systems send the first one after two
 * hours.
 */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 }
