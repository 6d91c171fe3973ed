/** Buttons of the lock screen and of headphones. */
interface SessionButtons {
  title: string
  book: string
  onToggle(): void
  onStep(by: 1 | -1): void
  onStop(): void
}

let silence: HTMLAudioElement | null = null

/** One second of silence as a WAV file: 8 kHz, 8 bit, mono. */
function silentWav(): Blob {
  const samples = 8000
  const bytes = new Uint8Array(44 + samples).fill(128)
  const view = new DataView(bytes.buffer)
  const text = (at: number, word: string) => {
    for (let place = 0; place < word.length; place++) view.setUint8(at + place, word.charCodeAt(place))
  }
  text(0, 'RIFF')
  view.setUint32(4, 36 + samples, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, 8000, true)
  view.setUint32(28, 8000, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  text(36, 'data')
  view.setUint32(40, samples, true)
  return new Blob([bytes], { type: 'audio/wav' })
}

/**
 * Shows the reading on the lock screen. Browsers show controls only for media elements, so a silent one plays in a loop
 * beside the voice. Devices without a media session lose only these controls.
 */
export function showOnLockScreen(isPlaying: boolean, { title, book, onToggle, onStep, onStop }: SessionButtons): void {
  const session = navigator.mediaSession
  if (!session) return
  silence ??= Object.assign(new Audio(URL.createObjectURL(silentWav())), { loop: true })
  if (isPlaying) void silence.play()?.catch(() => {})
  else silence.pause()
  session.metadata = new MediaMetadata({ title, artist: book })
  session.playbackState = isPlaying ? 'playing' : 'paused'
  session.setActionHandler('play', onToggle)
  session.setActionHandler('pause', onToggle)
  session.setActionHandler('previoustrack', () => onStep(-1))
  session.setActionHandler('nexttrack', () => onStep(1))
  session.setActionHandler('stop', onStop)
}

export function leaveLockScreen(): void {
  silence?.pause()
  silence = null
  const session = navigator.mediaSession
  if (!session) return
  session.metadata = null
  session.playbackState = 'none'
  for (const action of ['play', 'pause', 'previoustrack', 'nexttrack', 'stop'] as const)
    session.setActionHandler(action, null)
}
