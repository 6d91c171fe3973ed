/** A subtitle, with the title of the video's section that starts with it; empty inside a section. */
export interface Cue {
  start: number
  end: number
  text: string
  section: string
}

export interface Section {
  start: number
  title: string
}

/** Start of the cue identifier that names a section of the video in a WebVTT file. */
const sectionMark = '§'

/** Reads a cue of a text track. Markup is removed, because subtitles are drawn as plain text. */
export function cueOf({ startTime, endTime, id, text }: Pick<VTTCue, 'startTime' | 'endTime' | 'id' | 'text'>): Cue {
  const section = id.startsWith(sectionMark) ? id.slice(sectionMark.length).trim() : ''
  return { start: startTime, end: endTime, text: text.replace(/<[^>]*>/g, ''), section }
}

export const sectionsOf = (cues: readonly Cue[]): Section[] =>
  cues.flatMap(({ start, section }) => (section ? [{ start, title: section }] : []))

/** Returns the last item that has started at `time`; undefined before the first. */
export function startedAt<T extends { start: number }>(items: readonly T[], time: number): T | undefined {
  return items.findLast(({ start }) => start <= time)
}

/**
 * Current time and subtitles of a player, for elements beside the video. A store instead of React state, because the
 * time changes four times a second and only few elements depend on it.
 */
export class Playhead {
  time = 0
  cues: readonly Cue[] = []
  private readonly listeners = new Set<() => void>()

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  set(change: Partial<Pick<Playhead, 'time' | 'cues'>>): void {
    Object.assign(this, change)
    for (const listener of [...this.listeners]) listener()
  }
}
