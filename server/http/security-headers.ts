import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { googleSpeechOrigin, speechDoorFile } from '#contract/speech-door.ts'

/**
 * The Content-Security-Policy allows code and content only from our own origin. Inline styles are allowed because dialogs and toasts
 * position themselves by them, and WebAssembly because it hashes recordings in the page. One worker may connect to another origin,
 * Google's speech service, with a key that the person has entered for it, and may do nothing else (docs/decisions/049).
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
