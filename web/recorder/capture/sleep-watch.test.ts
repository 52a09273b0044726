import { expect, it } from 'vitest'
import { SleepWatch } from './sleep-watch.ts'

it('tells a sleep once it is clear that nothing was recorded meanwhile', () => {
  const device = aDevice()
  device.lookFor(20)
  device.passes(60_000)
  expect(device.lookFor(20)).toBe(true)
  expect(device.lookFor(20)).toBe(false)
})

it('tells no sleep of a page that was busy, whose recording comes in late', () => {
  const device = aDevice()
  device.lookFor(20)
  device.passes(60_000)
  expect(device.look()).toBe(false)
  device.records(59_000)
  expect(device.lookFor(20)).toBe(false)
})

it('tells no sleep of an encoder that is some seconds behind', () => {
  const device = aDevice()
  device.lookFor(20)
  device.passes(12_000)
  device.records(4_000)
  expect(device.lookFor(20)).toBe(false)
})

it('tells no sleep where somebody sets the clock, and the server says so', () => {
  const device = aDevice()
  device.lookFor(20)
  device.isSetAhead(86_400_000)
  expect(device.look()).toBe(false)
  device.isCorrected()
  expect(device.lookFor(20)).toBe(false)
})

it('tells no sleep when the server’s first answer corrects the time of day', () => {
  const device = aDevice()
  device.lookFor(20)
  device.isCorrected(86_400_000)
  expect(device.lookFor(20)).toBe(false)
})

it('tells no sleep of a pause', () => {
  const device = aDevice()
  device.lookFor(20)
  device.watch.rest()
  device.passes(3_600_000)
  expect(device.lookFor(20)).toBe(false)
})

it.each([true, false])(
  'tells a sleep after a pause that began right after it, noticed before: %s',
  (isNoticed) => {
    const device = aDevice()
    device.lookFor(20)
    device.passes(60_000)
    if (isNoticed) device.look()
    device.watch.rest()
    device.passes(3_600_000)
    expect(device.lookFor(20)).toBe(true)
    expect(device.lookFor(20)).toBe(false)
  },
)

it('tells no sleep of a busy page whose recording comes in late, also where two pauses follow', () => {
  const device = aDevice()
  device.lookFor(20)
  device.passes(60_000)
  device.look()
  device.records(59_000)
  device.watch.rest()
  device.passes(3_600_000)
  device.watch.rest()
  device.passes(3_600_000)
  expect(device.lookFor(20)).toBe(false)
})

/** A device that records in step with its clocks, and ways to disturb it. */
function aDevice() {
  let [deviceMs, correctionMs, recordedMs] = [1_795_000_000_000, 0, 0]
  const watch = new SleepWatch({ deviceMs: () => deviceMs, dayMs: () => deviceMs + correctionMs })
  const passes = (ms: number) => {
    deviceMs += ms
  }
  const records = (ms: number) => {
    recordedMs += ms
  }
  const look = () => watch.hasSlept(recordedMs)
  return {
    watch,
    passes,
    records,
    look,
    /** Checks once a second; returns whether one of the checks reported a sleep. */
    lookFor(seconds: number): boolean {
      const told = Array.from({ length: seconds }, () => {
        passes(1_000)
        records(1_000)
        return look()
      })
      return told.includes(true)
    },
    isSetAhead(ms: number): void {
      deviceMs += ms
    },
    /** The server's answer tells how wrong the device's clock is: by default, a day ahead. */
    isCorrected(ms = -86_400_000): void {
      correctionMs = ms
    },
  }
}
