import { existsSync } from 'node:fs'

const chosen = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/**
 * The one that CHROMIUM_PATH names (`npm test` does) or the system's; otherwise the one that Playwright brings. In a locale
 * that knows all letters: without one Chromium calls a file `download` whose name has a curly apostrophe in it.
 */
export const browserProgram = program(chosen)

/**
 * The same Chromium without windows and bars, where the system has it beside (Debian's package `chromium-headless-shell`): pages
 * take a seventh less time in it. What it lacks, notifications and a profile's settings among it, is tried in the whole one.
 */
export const pagesProgram = existsSync(`${chosen}-headless-shell`)
  ? program(`${chosen}-headless-shell`)
  : browserProgram

function program(path: string) {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  return existsSync(path) ? { executablePath: path, env } : { env }
}

/** What Playwright turns off itself. Chromium hears only the last such list, so ours says all of it again. */
const playwrightTurnsOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * The pages that Chromium loads below its own address bar, for suggestions that nobody sees: they took a core for a second
 * with every window, more than opening a page of ours.
 */
const suggestionsOfTheAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Quiet, without asking the network for anything of its own. */
export const browserArgs = [
  `--disable-features=${[...playwrightTurnsOff, ...suggestionsOfTheAddressBar].join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const devices = (picturesASecond: number, ofEach = 1) => [
  '--use-fake-ui-for-media-stream',
  `--use-fake-device-for-media-stream=fps=${picturesASecond},device-count=${ofEach}`,
]

/**
 * A camera that shows a test picture and a microphone that beeps, both allowed without asking. The camera is a slow
 * one: showing and encoding each picture is most of what a recording costs without a graphics card.
 */
export const anyDevices = devices(10)

/** Two such cameras and two such microphones, beside the one that stands for the system's choice. */
export const twoOfEachDevice = devices(10, 2)

/** The same with a microphone that plays a file. */
export const fakeDevices = (soundFile: string) => [
  ...anyDevices,
  `--use-file-for-fake-audio-capture=${soundFile}`,
]

/** The same with as many pictures as Chromium's camera has by itself, for what is held against the clock. */
export const quickDevices = (soundFile: string) => [
  ...devices(20),
  `--use-file-for-fake-audio-capture=${soundFile}`,
]
