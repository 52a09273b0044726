import { expect, it } from 'vitest'
import { chooseOrConnect } from './choose-or-connect.ts'

function chosen(connectingId: string | null, id: string) {
  const done: string[] = []
  chooseOrConnect(connectingId, id, {
    choose: (one) => done.push(`chose ${one}`),
    ask: (from, to) => done.push(`asked about ${from} and ${to}`),
  })
  return done
}

it('asks for the line that was begun at one person once another is chosen', () => {
  expect(chosen('vera', 'boris')).toEqual(['chose boris', 'asked about vera and boris'])
})

it('only chooses a person where no line was begun, or where it was begun at that person', () => {
  expect(chosen(null, 'boris')).toEqual(['chose boris'])
  expect(chosen('boris', 'boris')).toEqual(['chose boris'])
})
