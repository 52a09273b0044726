// `npm run build`: installs what is missing and builds the web app; the server runs its sources as they are.
import { ensureBuilt } from './built.mjs'
import { ensureInstalled, requireNode } from './installed.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
