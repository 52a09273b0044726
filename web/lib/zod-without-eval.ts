/*
 * As soon as there is a schema, Zod tries whether it may create functions (`new Function`). Our pages' security policy (script-src)
 * forbids that, and browsers report every try as a violation, so Zod must be told before the first schema is created. Its own `config`
 * would add 4 kB to what every page waits for; this sets the global in which it keeps that setting (zod 4.6).
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
