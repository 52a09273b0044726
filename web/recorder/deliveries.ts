import type { UploadProgress } from './upload/uploader.ts'

export type Delivery = UploadProgress & { recordingId: string; storyId: string; part: number; keptMs: number }
export type Deliveries = ReadonlyMap<string, Delivery>
