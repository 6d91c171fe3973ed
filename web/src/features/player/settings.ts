import { readStored, writeStored } from '../../state/local-storage'

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

/** Player preferences, stored per device across videos. */
export interface PlayerSettings {
  rate: number
  volume: number
  subtitles: boolean
}

const key = 'dxx-player'
const usual: PlayerSettings = { rate: 1, volume: 1, subtitles: true }

export function readSettings(): PlayerSettings {
  try {
    const stored = JSON.parse(readStored(key) ?? '{}')
    return {
      rate: (rates as readonly number[]).includes(stored.rate) ? stored.rate : usual.rate,
      volume: stored.volume >= 0 && stored.volume <= 1 ? stored.volume : usual.volume,
      subtitles: typeof stored.subtitles === 'boolean' ? stored.subtitles : usual.subtitles,
    }
  } catch {
    return usual
  }
}

export function storeSettings(change: Partial<PlayerSettings>): void {
  writeStored(key, JSON.stringify({ ...readSettings(), ...change }))
}
