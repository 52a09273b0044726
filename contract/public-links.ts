import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id, instant, optionalText, pageInput, pageOf } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { mediaKind } from '#contract/media.ts'
import { procedure } from '#contract/procedure.ts'
import { recordingKind } from '#contract/recordings.ts'

/** A story's public link, as its owner sees it. */
export const publicLink = z.object({
  url: z.string(),
  expiresAt: instant.nullable(),
  isExpired: z.boolean(),
  hasPassword: z.boolean(),
  createdAt: instant,
})
export type PublicLink = z.infer<typeof publicLink>

/** The password that protects a link. */
export const linkPassword = optionalText(limits.linkPassword).min(
  limits.linkPasswordMin,
  `Password must be at least ${limits.linkPasswordMin} characters`,
)
const ofStory = z.object({ storyId: id })

/**
 * Films and sounds are shown only as their derived copy, because the original may reveal where and with which device it was made.
 * While there is no copy, `url` is null, and `isPreparing` says whether one may still come.
 */
const shown = { url: z.string().nullable(), isPreparing: z.boolean() }

/** What the page of a public link shows of a file. */
const publicFile = z.object({
  id,
  kind: mediaKind,
  fileName: z.string(),
  caption: z.string(),
  mimeType: z.string(),
  ...shown,
  posterUrl: z.string().nullable(),
  durationMs: z.int().nullable(),
  hasTranscript: z.boolean(),
})

/** Exactly what the holder of a link may see. */
export const publicStory = z.object({
  title: z.string(),
  description: z.string(),
  date: z.string(),
  createdAt: instant,
  duration: z.int(),
  speakers: z.array(z.string()),
  recordings: z.array(
    z.object({
      id,
      kind: recordingKind,
      mimeType: z.string(),
      durationMs: z.int().nullable(),
      ...shown,
      posterUrl: z.string().nullable(),
      hasTranscript: z.boolean(),
    }),
  ),
  files: z.array(publicFile),
  notes: z.array(z.object({ id, text: z.string(), timestamp: z.string() })),
})
export type PublicStory = z.infer<typeof publicStory>

export const publicLine = z.object({
  id,
  speaker: z.string().nullable(),
  startMs: z.int(),
  text: z.string(),
})
export type PublicLine = z.infer<typeof publicLine>

/** The token of a link, and its password if it has one. They travel in the body, because addresses end up in logs. */
const key = z.object({ token: z.string().max(100), password: z.string().max(limits.linkPassword).optional() })
const refusals = errors(
  'NOT_FOUND',
  'SHARE_LINK_EXPIRED',
  'SHARE_LINK_OFF',
  'LINK_PASSWORD_NEEDED',
  'LINK_PASSWORD_WRONG',
  'TOO_MANY_REQUESTS',
)

export const publicLinksContract = {
  get: procedure
    .route({
      method: 'GET',
      path: '/stories/{storyId}/public-link',
      summary: 'The public link, if there is one',
    })
    .input(ofStory)
    .output(publicLink.nullable())
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  /** Creates the link, or changes the settings of the existing one. An omitted field stays as it is; null removes that setting. */
  turnOn: procedure
    .route({
      method: 'PUT',
      path: '/stories/{storyId}/public-link',
      summary: 'Let whoever has the link see a story',
    })
    .input(
      ofStory.extend({
        expiresAt: instant.nullable().optional(),
        password: linkPassword.nullable().optional(),
      }),
    )
    .output(publicLink)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'TOO_MANY_REQUESTS')),
  turnOff: procedure
    .route({
      method: 'DELETE',
      path: '/stories/{storyId}/public-link',
      summary: 'Turn the link off for good',
    })
    .input(ofStory)
    .output(ofStory)
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
}

/** For anybody who holds a link, without signing in. */
export const publicStoriesContract = {
  open: procedure
    .route({ method: 'POST', path: '/public-stories/open', summary: 'The story that a public link shows' })
    .input(key)
    .output(publicStory)
    .errors(refusals),
  lines: procedure
    .route({
      method: 'POST',
      path: '/public-stories/lines',
      summary: 'What is said in a recording of that story',
    })
    .input(key.extend({ recordingId: id, ...pageInput.shape }))
    .output(pageOf(publicLine))
    .errors(refusals),
}
