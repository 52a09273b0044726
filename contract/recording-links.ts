import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { clientId, emailAddress, id, instant, optionalText, requiredText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'
import { linkFailures } from '#contract/recordings.ts'

/** phone: a phone beside the computer, for the present session. relative: printed or mailed, for a person far away. */
export const linkPurposes = ['phone', 'relative'] as const
export const linkPurpose = z.enum(linkPurposes)
export type LinkPurpose = z.infer<typeof linkPurpose>

/** A capability to record into one story without an account. Its secret is returned only once, when the link is made. */
export const recordingLink = z.object({
  id,
  storyId: id,
  purpose: linkPurpose,
  title: z.string(),
  question: z.string(),
  /** Who it is for, in the family's own words. */
  label: z.string(),
  createdAt: instant,
  expiresAt: instant,
  revokedAt: instant.nullable(),
  firstUsedAt: instant.nullable(),
  /** The number of recordings made with it. */
  recordings: z.int(),
})
export type RecordingLink = z.infer<typeof recordingLink>

/** The question for a relative. A phone beside a computer gets none, because the computer's screen shows the question. */
export const askedQuestion = requiredText(limits.question, 'Please write what you would like to hear about')

export const newRecordingLink = z
  .object({
    id: clientId,
    storyId: clientId,
    purpose: linkPurpose,
    /** The story's title: the phone shows it, and a story that is only created by the first recording is named after it. */
    title: requiredText(limits.title),
    question: optionalText(limits.question).default(''),
    label: optionalText(limits.fullName).default(''),
    /** Whether what is recorded with it is transcribed by itself. The device has no say in it. */
    transcribe: z.boolean().default(true),
    /** If given, the link is also mailed to this address, in the same transaction that creates it. */
    mailTo: emailAddress.optional(),
  })
  // Many more links may be made for phones in a day, and what the mail says holds for relatives' links.
  .refine(({ purpose, mailTo }) => purpose === 'relative' || mailTo === undefined, {
    path: ['mailTo'],
    message: 'is for links to relatives',
  })
export type NewRecordingLink = z.infer<typeof newRecordingLink>

/** What the device that opened a link may know. */
export const openedLink = z.object({
  linkId: id,
  storyId: id,
  purpose: linkPurpose,
  title: z.string(),
  question: z.string(),
  /** Whether the link still allows this device new recordings. */
  isOpen: z.boolean(),
  /** Whether it was given to another device meanwhile. */
  isTaken: z.boolean(),
  /** When the computer last asked the phone to stop. */
  stopAskedAt: instant.nullable(),
  /** The part number for the story's next recording. */
  nextPart: z.int(),
})
export type OpenedLink = z.infer<typeof openedLink>

export const phoneStates = ['ready', 'recording', 'paused', 'sending', 'safe', 'failed'] as const

/** A phone's report, sent once a second for the computer to show. It is never stored. */
export const phoneReport = z.object({
  state: z.enum(phoneStates),
  /** The sound level, 0 to 100. */
  level: z.int().min(0).max(100),
  /** Milliseconds over all recordings of this visit: stored on the phone's disk, and stored on the server. */
  keptMs: z.int().nonnegative(),
  sentMs: z.int().nonnegative(),
})
export type PhoneReport = z.infer<typeof phoneReport>

/** A report as the computer hears it. */
export const heardReport = phoneReport.extend({
  linkId: id,
  storyId: id,
  purpose: linkPurpose,
  /** Tells the devices of one link apart. A process of an older version does not send it. */
  device: z.string().optional(),
})
export type HeardReport = z.infer<typeof heardReport>

const ofLink = z.object({ id })
const openFailures = errors(...linkFailures, 'GONE', 'TOO_MANY_REQUESTS')

export const recordingLinksContract = {
  create: procedure
    .route({
      method: 'PUT',
      path: '/recording-links/{id}',
      summary: 'Make a link to record into one story, once for each id',
    })
    .input(newRecordingLink)
    .output(z.object({ link: recordingLink, address: z.string() }))
    .errors(errors('CONFLICT', 'GONE', 'TOO_MANY_REQUESTS')),
  list: procedure
    .route({ method: 'GET', path: '/recording-links', summary: 'The links of one story, newest first' })
    .input(z.object({ storyId: id }))
    .output(z.array(recordingLink)),
  ask: procedure
    .route({ method: 'POST', path: '/recording-links/{id}/question', summary: 'Show another question' })
    /** `transcribe` changes whether recordings that begin from now on are transcribed; without it that stays as it is. */
    .input(ofLink.extend({ question: optionalText(limits.question), transcribe: z.boolean().optional() }))
    .output(recordingLink)
    .errors(errors('NOT_FOUND')),
  stop: procedure
    .route({
      method: 'POST',
      path: '/recording-links/{id}/stop',
      summary: 'Ask its device to stop recording',
    })
    .input(ofLink)
    .output(recordingLink)
    .errors(errors('NOT_FOUND')),
  /** The link no longer allows new recordings; those already begun may still arrive. */
  end: procedure
    .route({ method: 'POST', path: '/recording-links/{id}/end', summary: 'Let nothing new begin by a link' })
    .input(ofLink)
    .output(recordingLink)
    .errors(errors('NOT_FOUND')),
  revoke: procedure
    .route({ method: 'POST', path: '/recording-links/{id}/revoke', summary: 'Take a link back at once' })
    .input(ofLink)
    .output(recordingLink)
    .errors(errors('NOT_FOUND')),
  renew: procedure
    .route({
      method: 'POST',
      path: '/recording-links/{id}/renew',
      summary: 'Let a link work again from now, on whichever device opens it first',
    })
    .input(ofLink)
    .output(recordingLink)
    .errors(errors('NOT_FOUND', 'TOO_MANY_REQUESTS')),
  open: procedure
    .route({
      method: 'POST',
      path: '/recording-link/open',
      summary: 'With `Authorization: Link`: what the link is for. The first device to ask keeps it',
    })
    .output(openedLink)
    .errors(openFailures),
  report: procedure
    .route({
      method: 'POST',
      path: '/recording-link/report',
      summary: 'With `Authorization: Link`: how the device is doing, answered with what the computer wishes',
    })
    .input(phoneReport)
    .output(openedLink)
    .errors(openFailures),
}
