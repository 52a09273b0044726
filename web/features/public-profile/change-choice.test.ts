import { expect, it } from 'vitest'
import type { PublicProfileChoice } from '#contract/public-profile.ts'
import { changeChoice, type OwnChoice } from './change-choice.ts'

const nothing = { isPublic: false, picture: false, location: false, bio: false, url: null }
const shown = {
  isPublic: true,
  picture: true,
  location: false,
  bio: false,
  url: 'https://kinora.example/p/one',
}

/** Keeps a choice as the server does: whoever sends one sends all of it. */
function serverWith(kept: OwnChoice) {
  const server = {
    kept,
    get: async () => server.kept,
    set: async (choice: PublicProfileChoice) => {
      server.kept = choice.isPublic ? { ...choice, url: 'https://kinora.example/p/new' } : nothing
      return server.kept
    },
  }
  return server
}

it('does not publish a profile again that was withdrawn elsewhere, because this page still offers what it shows', async () => {
  const server = serverWith(nothing)
  expect(await changeChoice(server, { bio: true })).toEqual(nothing)
  expect(server.kept).toEqual(nothing)
})

it('changes one part and leaves the others as they were chosen elsewhere', async () => {
  const server = serverWith(shown)
  expect(await changeChoice(server, { bio: true })).toMatchObject({
    isPublic: true,
    picture: true,
    bio: true,
  })
  expect(await changeChoice(server, { picture: false })).toMatchObject({ picture: false, bio: true })
})

it('publishes and withdraws when that is what was asked for', async () => {
  const server = serverWith(nothing)
  expect(await changeChoice(server, { isPublic: true })).toMatchObject({ isPublic: true, bio: false })
  expect(await changeChoice(server, { isPublic: false })).toEqual(nothing)
})
