import { describeMediaTool } from '../testing/media-tool-compliance.ts'
import { FfmpegTool } from './ffmpeg.ts'

describeMediaTool(new FfmpegTool(), { video: ['vp8', 'vp9', 'vp9 4:4:4', 'h264'], audio: ['opus', 'aac'] })
