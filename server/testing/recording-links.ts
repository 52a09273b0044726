import { randomBytes } from 'node:crypto'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { v7 as uuidv7 } from 'uuid'
import type { Contract } from '#contract/index.ts'
import type { NewRecordingLink } from '#contract/recording-links.ts'
import type { Door, Person } from './family.ts'
import { newRecording } from './recorder.ts'

/** A device with a browser that was given a recording link: a phone, a relative's computer. */
export type Device = {
  client: ContractRouterClient<Contract>
  /** A request to any route, with the link in place of a token. */
  request: (path: string, init?: RequestInit) => Promise<Response>
}

/** Makes a recording link and returns its address. */
export function makeLink(person: Person, given: Partial<NewRecordingLink> = {}) {
  return person.client.recordingLinks.create({
    id: uuidv7(),
    storyId: uuidv7(),
    purpose: 'phone',
    title: 'The winter of 1956',
    ...given,
  })
}

/** A new device that has the link of this address, but has not opened it yet. */
export function deviceWith(door: Door, address: string, key = newDeviceKey()): Device {
  const { pathname, hash } = new URL(address)
  const headers = {
    authorization: `Link ${pathname.split('/').at(-1)}.${hash.slice(1)}`,
    'kinora-device': key,
  }
  const link = new RPCLink({
    url: 'http://localhost/rpc',
    headers: () => headers,
    fetch: async (request, init) => door.request(request, init),
  })
  return {
    client: createORPCClient(link),
    request: async (path, init = {}) =>
      door.request(path, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers },
      }),
  }
}

/** A device that has opened a person's link and begun to record with it. */
export async function deviceThatRecords(door: Door, owner: Person) {
  const { link, address } = await makeLink(owner)
  const device = deviceWith(door, address)
  await device.client.recordingLinks.open()
  const { id: recording } = await device.client.recordings.start(newRecording({ storyId: link.storyId }))
  return { ...device, story: link.storyId, recording }
}

export function newDeviceKey(): string {
  return randomBytes(32).toString('base64url')
}
