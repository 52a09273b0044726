import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id, instant, optionalText } from '#contract/fields.ts'
import { procedure } from '#contract/procedure.ts'

/** The kinds of news that a person may be notified of while they are elsewhere. */
export const noticeKinds = ['shared', 'comment', 'transcript'] as const
export const noticeKind = z.enum(noticeKinds)
export type NoticeKind = z.infer<typeof noticeKind>

/** A push message: the kind of news and the path that it opens. It contains no name and no word of a family. */
export const pushNews = z.object({ kind: noticeKind, path: z.string() })
export type PushNews = z.infer<typeof pushNews>

/** Whether a person is notified by mail, and of what. Push is subscribed to on each device separately. */
export const noticeWishes = z.object({
  email: z.boolean(),
  /** A story, a storybook or a person's page was shared with them. */
  shared: z.boolean(),
  comment: z.boolean(),
  transcript: z.boolean(),
})
export type NoticeWishes = z.infer<typeof noticeWishes>

/** A browser that receives push messages. */
export const pushDevice = z.object({
  id,
  /** The address of its push service, by which a browser recognises itself among the devices. */
  endpoint: z.string(),
  name: z.string(),
  createdAt: instant,
})
export type PushDevice = z.infer<typeof pushDevice>

/** A PushSubscription as browsers serialise it. */
const newDevice = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(2_000),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
  name: optionalText(200),
})

export const noticesContract = {
  get: procedure
    .route({ method: 'GET', path: '/notices', summary: 'How and of what you are told' })
    .output(noticeWishes),
  change: procedure
    .route({ method: 'PATCH', path: '/notices', summary: 'Change how and of what you are told' })
    .input(noticeWishes.partial())
    .output(noticeWishes),
  /** For anybody who holds a mail from Kinora, without signing in. The token travels in the body, not in an address. */
  unsubscribe: procedure
    .route({ method: 'POST', path: '/notices/unsubscribe', summary: 'No more mails about news' })
    .input(z.object({ token: z.string().max(200) }))
    .output(z.object({ email: z.literal(false) }))
    .errors(errors('NOT_FOUND')),
  /** The key with which a browser subscribes to push. */
  pushKey: procedure
    .route({
      method: 'GET',
      path: '/notices/push-key',
      summary: 'The public key of this server for web push',
    })
    .output(z.object({ publicKey: z.string() })),
  devices: procedure
    .route({ method: 'GET', path: '/notices/devices', summary: 'The devices that are pushed to' })
    .output(z.array(pushDevice)),
  addDevice: procedure
    .route({ method: 'POST', path: '/notices/devices', summary: 'Have a device pushed to' })
    .input(newDevice)
    .output(pushDevice),
  removeDevice: procedure
    .route({ method: 'DELETE', path: '/notices/devices/{id}', summary: 'Push to a device no more' })
    .input(z.object({ id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND')),
}
