import { SetupError } from './say.mjs'

const OLDEST = 20

/** Checks the Node that runs this script, which only has to run these scripts and npm. */
export function checkNodeVersion() {
  const major = Number.parseInt(process.versions.node, 10)
  if (major >= OLDEST) return
  throw new SetupError(`Kinora is started by Node ${OLDEST} or later; this one is ${process.versions.node}.`)
}
