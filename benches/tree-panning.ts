import { chromium } from '@playwright/test'
import { anyDevices, browserArgs, browserProgram } from '../e2e/browser.ts'
import { signInHere, signUp } from '../e2e/person.ts'
import { startServer } from '../e2e/server.ts'
import type { Finding } from './bench.ts'

const PEOPLE = 10_000
const LEAST_FRAMES = 50
const STEPS = 160

/** Drags a tree of ten thousand people with the mouse in a real browser; dist/web has to be built. */
export async function measurePanning(): Promise<Finding[]> {
  const server = await startServer()
  const browser = await chromium.launch({ ...browserProgram, args: [...browserArgs, ...anyDevices] })
  try {
    const person = await signUp(server.origin)
    await fetch(`${server.origin}/media/gedcom?apply=true&you=@I5000@`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
      body: familyFile(),
    })
    const context = await browser.newContext({
      baseURL: server.origin,
      viewport: { width: 1440, height: 900 },
    })
    await signInHere(context, person)
    const page = await context.newPage()
    await page.goto('/app/family')
    await page.locator('[aria-current="true"]').waitFor({ timeout: 60_000 })

    const near = await framesWhile(page)
    await page.getByRole('button', { name: 'Show the whole family' }).click()
    const far = await framesWhile(page)
    return [finding('cards to be read', near), finding('the whole family at once', far)]
  } finally {
    await browser.close()
    await server.remove()
  }
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof chromium.launch>>['newPage']>>

/** Frames per second while the tree is dragged to and fro. */
async function framesWhile(page: Page): Promise<number> {
  const box = await page.getByRole('region', { name: 'Family tree' }).boundingBox()
  if (!box) throw new Error('there is no tree to be moved')
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.68]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const counting = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const started = performance.now()
        let frames = 0
        const count = () => {
          frames += 1
          const ms = performance.now() - started
          if (ms > 2_000) resolve((frames * 1_000) / ms)
          else requestAnimationFrame(count)
        }
        requestAnimationFrame(count)
      }),
  )
  for (let step = 0; step < STEPS; step += 1) {
    const across = Math.sin(step / 12) * 350
    await page.mouse.move(x + across, y + Math.cos(step / 20) * 60)
  }
  await page.mouse.up()
  return counting
}

function familyFile(): string {
  const people = Array.from({ length: PEOPLE }, (_, i) => [
    `0 @I${i}@ INDI`,
    `1 NAME Person${i} /Of Many/`,
    ...(i > 0 ? [`0 @F${i}@ FAM`, `1 HUSB @I${Math.floor((i - 1) / 3)}@`, `1 CHIL @I${i}@`] : []),
  ])
  return ['0 HEAD', '1 GEDC', '2 VERS 5.5.1', ...people.flat(), '0 TRLR'].join('\n')
}

function finding(what: string, frames: number): Finding {
  return {
    what: `${PEOPLE} people moved under the mouse, ${what}`,
    ours: `${Math.round(frames)} frames/s`,
    peer: '',
    ratio: null,
    goal: `at least ${LEAST_FRAMES} frames a second`,
    met: frames >= LEAST_FRAMES,
  }
}
