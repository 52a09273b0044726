/**
 * A connection that only waits is forgotten by routers and load balancers within minutes, and neither end hears of it: what is asked
 * on it next waits a quarter of an hour. So it says once a minute that it is there. Systems by themselves wait two hours.
 */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 60_000 }
