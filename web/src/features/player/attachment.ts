/** Why a video does not play: expired link, no network, or a broken file. */
export type Trouble = 'expired' | 'network' | 'broken'

export interface AttachedSource {
  /** Selects a quality by its index; -1 is automatic. */
  setLevel(index: number): void
  detach(): void
}

export interface AttachOptions {
  url: string
  startAt: number
  /** Returns a file from the offline copies. */
  readOffline(url: string): Promise<Blob | undefined>
  onLevels(levels: Level[]): void
  onTrouble(trouble: Trouble): void
}

export interface Level {
  title: string
}
