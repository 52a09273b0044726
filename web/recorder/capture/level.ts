export type LevelMeter = {
  /** How loud the microphone is at present: the average frequency level, 0 to 100. Null where the browser does not say. */
  read: () => number | null
  close: () => void
}

const fftSize = 256
/** Above each of these levels the meter changes its colour: good, then too loud. */
const levelSteps = { good: 50, loud: 80 } as const

/** Listens to a stream's sound without playing it. A stream without sound reads 0. */
export function createLevelMeter(stream: MediaStream): LevelMeter {
  const [track] = stream.getAudioTracks()
  if (track === undefined) return { read: () => 0, close: () => {} }
  let context: AudioContext | undefined
  try {
    context = new AudioContext()
    return listenIn(context, track)
  } catch {
    // Web Audio is switched off, or Firefox runs the microphone and the loudspeaker at different rates. Recording works all the same.
    context?.close().catch(() => undefined)
    return { read: () => null, close: () => {} }
  }
}

function listenIn(context: AudioContext, track: MediaStreamTrack): LevelMeter {
  const analyser = new AnalyserNode(context, { fftSize })
  const source = context.createMediaStreamSource(new MediaStream([track]))
  source.connect(analyser)
  const levels = new Uint8Array(analyser.frequencyBinCount)

  return {
    read() {
      // Browsers keep an AudioContext suspended until the person has interacted with the page.
      if (context.state !== 'running') {
        context.resume().catch(() => undefined)
        return null
      }
      analyser.getByteFrequencyData(levels)
      return averageLevel(levels)
    },
    close() {
      source.disconnect()
      context.close().catch(() => undefined)
    },
  }
}

/** The mean of byte levels (0-255) as 0-100, rounded up: 0 means complete silence, without even the noise of a quiet room. */
export function averageLevel(levels: Uint8Array): number {
  const sum = levels.reduce((total, level) => total + level, 0)
  return levels.length === 0 ? 0 : Math.ceil((sum / levels.length / 255) * 100)
}

export type LevelStep = 'quiet' | 'good' | 'loud'

/** The step that the meter shows for a level. */
export function levelStep(level: number): LevelStep {
  if (level > levelSteps.loud) return 'loud'
  return level > levelSteps.good ? 'good' : 'quiet'
}
