import { readStored, writeStored } from '../../state/local-storage'

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

/** Speed while the picture is held. */
export const holdRate = 2

/** Speed after a tap on the speed button: the next faster preset; after the fastest preset, the slowest one. */
export const nextRate = (rate: number): number => rates.find((one) => one > rate) ?? rates[1]

/** Player preferences, stored per device across videos. */
export interface PlayerSettings {
  rate: number
  volume: number
  subtitles: boolean
  /** Whether the next lesson plays by itself after a countdown. */
  autoNext: boolean
}

const key = 'dxx-player'
const usual: PlayerSettings = { rate: 1, volume: 1, subtitles: true, autoNext: true }

export function readSettings(): PlayerSettings {
  try {
    const stored = JSON.parse(readStored(key) ?? '{}')
    return {
      rate: (rates as readonly number[]).includes(stored.rate) ? stored.rate : usual.rate,
      volume: stored.volume >= 0 && stored.volume <= 1 ? stored.volume : usual.volume,
      subtitles: typeof stored.subtitles === 'boolean' ? stored.subtitles : usual.subtitles,
      autoNext: typeof stored.autoNext === 'boolean' ? stored.autoNext : usual.autoNext,
    }
  } catch {
    return usual
  }
}

export function storeSettings(change: Partial<PlayerSettings>): void {
  writeStored(key, JSON.stringify({ ...readSettings(), ...change }))
}
