/** Keeps the microphone silent until the page receives an event `sound`, as if it had been switched off, or a call had used it. */
export function holdSound(): void {
  const { mediaDevices } = navigator
  const open = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints)
    const context = new AudioContext()
    const [silence, out] = [new GainNode(context, { gain: 0 }), context.createMediaStreamDestination()]
    context.createMediaStreamSource(stream).connect(silence).connect(out)
    document.addEventListener('sound', () => silence.gain.setValueAtTime(1, 0))
    return new MediaStream([...stream.getVideoTracks(), ...out.stream.getAudioTracks()])
  }
}
