import { hearPushes, type PushWorker } from '../features/notices/push-events.ts'
import { keepShell } from './keep-shell.ts'
import type { Shell } from './shell.ts'
import type { WorkerScope } from './worker-scope.ts'

/** Defined by the build. */
declare const KINORA_SHELL: Shell

// This project's types are those of pages, where `self` is a window.
const worker: unknown = self
keepShell(worker as WorkerScope, KINORA_SHELL)
hearPushes(worker as PushWorker)
