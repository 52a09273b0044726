/*
 * Zod tries whether it may write functions (`new Function`) as soon as there is a schema. Our pages forbid it (script-src), and
 * browsers report every try as a violation. It has to be told before the first schema is made, and its own `config` would bring
 * 4 kB of it into what every page waits for; this is where that keeps its answer (zod 4.6).
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
