import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { googleSpeechOrigin, speechDoorFile } from '#contract/speech-door.ts'

/**
 * Nothing runs or loads that did not come from us. Styles may be inline, because the dialogs and toasts place
 * themselves by inline style; WebAssembly is what hashes a recording in the page. One worker connects to another place,
 * with a key that a person has put in for it, and may do nothing else (docs/decisions/049).
 */
export function securityHeaders(publicUrl: string): MiddlewareHandler {
  const everywhere = {
    permissionsPolicy: { camera: ['self'], microphone: ['self'], screenWakeLock: ['self'], geolocation: [] },
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=31536000' : false,
  } satisfies Parameters<typeof secureHeaders>[0]
  const speechDoor = secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], connectSrc: [googleSpeechOrigin] },
    ...everywhere,
  })
  const usual = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      connectSrc: ["'self'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'", 'blob:'],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    ...everywhere,
  })
  return (c, next) => (speechDoorFile.test(c.req.path) ? speechDoor : usual)(c, next)
}
