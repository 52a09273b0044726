import { existsSync } from 'node:fs'

const chosen = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/**
 * The Chromium that CHROMIUM_PATH names (`npm test` sets it) or the system's, otherwise Playwright's. It runs in a UTF-8 locale,
 * because without one Chromium names a download `download` if its name contains a curly apostrophe.
 */
export const browserProgram = program(chosen)

/**
 * The same Chromium without windows, if the system has it (Debian's package `chromium-headless-shell`): page tests take a seventh
 * less time with it. Features that it lacks, such as notifications and the settings of a profile, are tested in the full browser.
 */
export const pagesProgram = existsSync(`${chosen}-headless-shell`)
  ? program(`${chosen}-headless-shell`)
  : browserProgram

function program(path: string) {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  return existsSync(path) ? { executablePath: path, env } : { env }
}

/** The features that Playwright disables. Chromium only reads the last such list, so this list repeats them. */
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
 * Pages that Chromium loads for the suggestions of its own address bar, which nobody sees here: they took a core for a second with
 * every window, more than opening one of Kinora's pages.
 */
const suggestionsOfTheAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** No sounds or dialogs, and no network requests of the browser's own. */
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
 * A camera that shows a test picture and a microphone that beeps, both allowed without asking. The camera has a low frame rate,
 * because showing and encoding its pictures is most of what a recording costs without a graphics card.
 */
export const anyDevices = devices(10)

/** Two such cameras and two such microphones, besides the entry for the system's default. */
export const twoOfEachDevice = devices(10, 2)

/** These devices with a microphone that plays a file. */
export const fakeDevices = (soundFile: string) => [
  ...anyDevices,
  `--use-file-for-fake-audio-capture=${soundFile}`,
]

/** These devices with the frame rate of Chromium's own fake camera, for tests that compare with the clock. */
export const quickDevices = (soundFile: string) => [
  ...devices(20),
  `--use-file-for-fake-audio-capture=${soundFile}`,
]
