import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { relativeInSentence } from '../../../lib/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SettingsRow, SettingsSection } from '../../../ui/settings-section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toastSuccess } from '../../../ui/toast.tsx'
import { sentenceOfProblem } from './ask-service.ts'
import { deviceWords } from './device-words.ts'
import { type Device, useDevices, useSignOutDevice } from './devices.ts'

type Asked = { device: Device | null }

/** All signed-in devices, each with a button to sign it out. */
export function DevicesSection() {
  const devices = useDevices()
  const signOut = useSignOutDevice()
  const [asked, setAsked] = useState<Asked | null>(null)
  const others = devices.data?.filter((device) => !device.is_current) ?? []

  const confirm = () =>
    signOut.mutate(asked?.device?.id ?? null, {
      onSuccess: () => {
        toastSuccess(asked?.device ? 'Logged out there' : 'Logged out everywhere else')
        setAsked(null)
      },
    })

  if (devices.isError && !devices.data) {
    return (
      <ErrorPanel
        title="Your devices could not be loaded"
        sentence={sentenceOfProblem(devices.error)}
        onRetry={() => devices.refetch()}
      />
    )
  }
  return (
    <SettingsSection
      title="Signed-in devices"
      sentence="Do you not know one of them? Log it out, and change your password."
    >
      {devices.isPending ? <Skeleton className="m-5 h-14" /> : null}
      {devices.data?.map((device) => (
        <DeviceRow key={device.id} device={device} onSignOut={() => setAsked({ device })} />
      ))}
      {others.length > 0 ? (
        <div className="p-5 sm:px-6">
          <Button variant="outline" className="max-sm:w-full" onClick={() => setAsked({ device: null })}>
            Log out all other devices
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (open) return
          setAsked(null)
          signOut.reset()
        }}
        title={asked?.device ? `Log out ${wordsOf(asked.device).name}?` : 'Log out all other devices?'}
        description="Whoever uses it has to log in again. What they have saved is safe."
        confirmLabel="Log out"
        busy={signOut.isPending}
        error={signOut.isError ? sentenceOfProblem(signOut.error) : null}
        onConfirm={confirm}
      />
    </SettingsSection>
  )
}

function DeviceRow({ device, onSignOut }: { device: Device; onSignOut: () => void }) {
  const { name, isHandheld } = wordsOf(device)
  const Icon = isHandheld ? Smartphone : Monitor
  const place = device.ip === null || device.ip === '' ? 'unknown place' : device.ip

  return (
    <SettingsRow
      icon={<Icon aria-hidden="true" />}
      title={name}
      detail={`${place} · last active ${relativeInSentence(device.last_active_at)}`}
      action={
        device.is_current ? (
          <Badge tone="good">This device</Badge>
        ) : (
          <Button variant="outline" onClick={onSignOut}>
            Log out
            <span className="sr-only"> {name}</span>
          </Button>
        )
      }
    />
  )
}

const wordsOf = (device: Device) => deviceWords(device.user_agent)
