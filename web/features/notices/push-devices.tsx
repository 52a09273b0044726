import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PushDevice } from '#contract/notices.ts'
import { afterwards } from '../../lib/afterwards.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { formatDate } from '../../lib/format.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import {
  endPushHere,
  lackOfPush,
  ownEndpoint,
  type PushObstacle,
  PushRefused,
  pushToThisBrowser,
} from './this-browser.ts'

const obstacles: Record<PushObstacle, string> = {
  unsupported:
    'This browser cannot show notifications. On an iPhone or iPad, add Kinora to the home screen first.',
  insecure:
    'Browsers show notifications only from addresses that begin with https. Whoever looks after Kinora can set one up.',
  denied:
    'Notifications from Kinora are blocked in this browser. Allow them in its settings for this site, then try again.',
  dismissed: 'You have not allowed notifications yet. Press the switch again and choose Allow.',
  unreachable: 'Your browser’s notification service cannot be reached just now. Nothing was changed.',
}

/** Push on this device, and the other devices that get it. Push messages contain no names and no words of the family. */
export function PushDevices({ deviceName }: { deviceName: string }) {
  const queries = useQueryClient()
  const devices = useQuery(orpc.notices.devices.queryOptions())
  const here = useQuery({ queryKey: ['push endpoint of this browser'], queryFn: ownEndpoint })
  const own = devices.data?.find(({ endpoint }) => endpoint === here.data) ?? null
  const others = devices.data?.filter((device) => device !== own) ?? []

  const read = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: orpc.notices.devices.key() }),
      queries.invalidateQueries({ queryKey: ['push endpoint of this browser'] }),
    ])
  const turn = useMutation({
    mutationFn: async (on: boolean) => {
      if (on) return void (await pushToThisBrowser(deviceName))
      if (own) await goneIsDeleted(client.notices.removeDevice({ id: own.id }))
      await endPushHere()
    },
    onSettled: afterwards(read),
  })
  const remove = useMutation({
    mutationFn: ({ id }: PushDevice) => goneIsDeleted(client.notices.removeDevice({ id })),
    onSettled: afterwards(read),
  })
  const lack = lackOfPush()

  return (
    <div className="flex flex-col gap-4 p-5 sm:px-6">
      <Switch
        label="Push notifications"
        hint={lack === null ? 'On this device. They say what kind of news it is, no names.' : obstacles[lack]}
        checked={turn.isPending ? turn.variables : own !== null}
        disabled={lack !== null || turn.isPending || devices.isPending || here.isPending}
        onCheckedChange={(on) => turn.mutate(on)}
      />
      {turn.isError ? (
        <p role="alert" className="text-danger">
          {turn.error instanceof PushRefused ? obstacles[turn.error.obstacle] : sentenceOf(turn.error)}
        </p>
      ) : null}
      {others.length > 0 ? (
        <ul aria-label="Other devices with push notifications" className="flex flex-col gap-2">
          {others.map((device) => (
            <li key={device.id} className="flex flex-wrap items-center justify-between gap-3">
              <span>
                {device.name || 'A browser'}{' '}
                <span className="text-sm text-muted">since {formatDate(device.createdAt)}</span>
              </span>
              <Button
                variant="outline"
                size="sm"
                busy={remove.isPending && remove.variables.id === device.id}
                aria-label={`Stop push notifications on ${device.name || 'a browser'}`}
                onClick={() => remove.mutate(device)}
              >
                Stop
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {remove.isError || devices.isLoadingError ? (
        <p role="alert" className="text-danger">
          {sentenceOf(remove.error ?? devices.error)}
        </p>
      ) : null}
    </div>
  )
}
