import { describeMediaTool } from '../../testing/media-tool-compliance.ts'
import { MediabunnyTool } from './mediabunny.ts'

describeMediaTool(new MediabunnyTool(), { video: ['vp8', 'vp9'], audio: ['opus'] })
