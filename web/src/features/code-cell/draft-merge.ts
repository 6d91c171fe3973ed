/** What the user wrote in a cell, as this device knows it. Times are Unix seconds by the server's clock. */
export interface LocalDraft {
  source: string
  /** The last edit here. */
  at: number
  /** The server's version that it grew from or was saved as; 0 when the server had none. */
  base: number
  /** The server has it. */
  saved: boolean
  /** Edits made here that lost against newer ones of another device before the server had them. */
  lost: Version[]
}

export interface Version {
  source: string
  at: number
}

const lostMost = 5

/**
 * Joins what this device has with what the server has. The newest wins; the other one is found in the history: the
 * server's there by itself, this device's kept here since the server never had it.
 */
export function mergeDraft(
  local: LocalDraft | null,
  remote: { source: string; updatedAt: number } | null,
): LocalDraft | null {
  if (!remote || (local && remote.updatedAt <= local.base)) return local
  const theirs = { source: remote.source, at: remote.updatedAt, base: remote.updatedAt, saved: true }
  if (!local) return { ...theirs, lost: [] }
  if (local.saved || local.source === remote.source) return { ...theirs, lost: local.lost }
  if (local.at >= remote.updatedAt) return { ...local, base: remote.updatedAt }
  return { ...theirs, lost: [{ source: local.source, at: local.at }, ...local.lost].slice(0, lostMost) }
}

export function editDraft(draft: LocalDraft | null, source: string, now: number): LocalDraft {
  return { base: 0, lost: [], ...draft, source, at: now, saved: false }
}

/** The server has taken a source; further edits may have come meanwhile. */
export function savedDraft(draft: LocalDraft | null, source: string, updatedAt: number): LocalDraft | null {
  return draft && { ...draft, base: updatedAt, saved: draft.source === source }
}
