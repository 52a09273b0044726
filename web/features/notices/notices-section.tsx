import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NoticeKind, NoticeWishes } from '#contract/notices.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { NoMailNote } from '../../ui/no-mail-note.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { PushDevices } from './push-devices.tsx'

const kinds: [NoticeKind, string][] = [
  ['shared', 'Somebody shares something with me'],
  ['comment', 'Somebody comments on my story'],
  ['transcript', 'A transcript is ready'],
]

/** `deviceName` is the name of this browser; `hasAddress`, whether the account has a mail address, which those of phones and wallets lack. */
export type NoticesSectionProps = { deviceName: string; hasAddress: boolean }

/** The settings for news: by which channels the person is notified, and of what. */
export function NoticesSection(props: NoticesSectionProps) {
  const known = useQuery(orpc.notices.get.queryOptions())
  return (
    <div id="notices" className="scroll-mt-6">
      <SettingsSection title="Notifications" sentence="How Kinora reaches you, and what for.">
        {known.isPending ? <Skeleton className="m-5 h-40" /> : null}
        {known.isLoadingError ? (
          <div className="p-5 sm:px-6">
            <LoadFailure of={known} />
          </div>
        ) : null}
        {known.data ? <Wishes wishes={known.data} {...props} /> : null}
      </SettingsSection>
    </div>
  )
}

function Wishes({ wishes, deviceName, hasAddress }: NoticesSectionProps & { wishes: NoticeWishes }) {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (changed: Partial<NoticeWishes>) => client.notices.change(changed),
    onSuccess: (saved) => keepAnswer(queries, orpc.notices.get.queryKey(), saved),
  })
  const shown = save.isPending ? { ...wishes, ...save.variables } : wishes

  return (
    <>
      <div className="p-5 sm:px-6">
        <Switch
          label="Email notifications"
          hint={
            hasAddress
              ? 'To the address you log in with.'
              : 'Your account has no email address yet. You can add one above, under “Logging in”.'
          }
          checked={shown.email && hasAddress}
          disabled={save.isPending || !hasAddress}
          onCheckedChange={(email) => save.mutate({ email })}
        />
        {shown.email ? <NoMailNote className="mt-4" /> : null}
      </div>
      <PushDevices deviceName={deviceName} />
      <fieldset className="flex flex-col gap-3 p-5 sm:px-6">
        <legend className="sr-only">What you are told of</legend>
        <p aria-hidden="true" className="text-sm text-muted">
          What you are told of
        </p>
        {kinds.map(([kind, label]) => (
          <Switch
            key={kind}
            label={label}
            checked={shown[kind]}
            disabled={save.isPending}
            onCheckedChange={(checked) => save.mutate({ [kind]: checked })}
          />
        ))}
        {save.isError ? (
          <p role="alert" className="text-danger">
            {sentenceOf(save.error)}
          </p>
        ) : null}
      </fieldset>
    </>
  )
}
