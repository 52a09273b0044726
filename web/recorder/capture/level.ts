export type LevelMeter = {
  /** How loud the microphone is just now: the average frequency level, 0 to 100. Null while the browser holds sound back. */
  read: () => number | null
  close: () => void
}

const fftSize = 256
/** Above these the meter changes its colour: good, then too loud. */
const levelSteps = { good: 50, loud: 80 } as const

/** Listens to a stream's sound without playing it. A stream without sound reads 0. */
export function createLevelMeter(stream: MediaStream): LevelMeter {
  const [track] = stream.getAudioTracks()
  if (track === undefined) return { read: () => 0, close: () => {} }

  const context = new AudioContext()
  const analyser = new AnalyserNode(context, { fftSize })
  const source = context.createMediaStreamSource(new MediaStream([track]))
  source.connect(analyser)
  const levels = new Uint8Array(analyser.frequencyBinCount)

  return {
    read() {
      // Browsers hold sound back until the person has touched the page.
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

/** The mean of byte levels, 0-255, as 0-100. */
export function averageLevel(levels: Uint8Array): number {
  const sum = levels.reduce((total, level) => total + level, 0)
  return levels.length === 0 ? 0 : Math.round((sum / levels.length / 255) * 100)
}

export type LevelStep = 'quiet' | 'good' | 'loud'

/** What the meter shows a level as. */
export function levelStep(level: number): LevelStep {
  if (level > levelSteps.loud) return 'loud'
  return level > levelSteps.good ? 'good' : 'quiet'
}
