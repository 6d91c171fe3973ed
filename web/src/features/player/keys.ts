import { rates } from './settings'
import type { Playback } from './use-playback'

export interface KeyTarget
  extends Pick<Playback, 'time' | 'duration' | 'volume' | 'rate' | 'toggle' | 'seek' | 'setVolume' | 'setRate'> {
  toggleFullScreen(): void
  toggleSubtitles(): void
}

/** Handles the usual player keys. Returns the label to show for the action, or null for other keys. */
export function pressKey(key: string, player: KeyTarget): string | null {
  const { time, duration, volume, rate } = player
  const seek = (by: number) => {
    player.seek(time + by)
    return by > 0 ? `快进 ${by} 秒` : `后退 ${-by} 秒`
  }
  const turn = (by: number) => {
    const next = Math.min(1, Math.max(0, volume + by))
    player.setVolume(next)
    return `音量 ${Math.round(next * 100)}%`
  }
  const speed = (step: number) => {
    const at = (rates as readonly number[]).indexOf(rate)
    const next = rates[Math.min(rates.length - 1, Math.max(0, (at < 0 ? 2 : at) + step))]!
    player.setRate(next)
    return `${next} 倍速`
  }
  const done = (act: () => void) => {
    act()
    return ''
  }
  if (/^[0-9]$/.test(key)) return done(() => player.seek((duration * Number(key)) / 10))
  switch (key) {
    case ' ':
    case 'k':
      return done(player.toggle)
    case 'ArrowLeft':
      return seek(-5)
    case 'ArrowRight':
      return seek(5)
    case 'j':
      return seek(-10)
    case 'l':
      return seek(10)
    case 'ArrowUp':
      return turn(0.1)
    case 'ArrowDown':
      return turn(-0.1)
    case 'm':
      return turn(volume > 0 ? -volume : 1)
    case 'f':
      return done(player.toggleFullScreen)
    case 'c':
      return done(player.toggleSubtitles)
    case '<':
      return speed(-1)
    case '>':
      return speed(1)
    default:
      return null
  }
}
