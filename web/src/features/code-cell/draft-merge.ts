/** Local draft of a cell. Times are Unix seconds by the server's clock. */
export interface LocalDraft {
  source: string
  /** Time of the last local edit. */
  at: number
  /** Time of the server version that this draft is based on or was saved as; 0 if the server had none. */
  base: number
  /** Whether the server has this source. */
  saved: boolean
  /** Local edits that newer edits of another device replaced before they were saved. */
  lost: Version[]
}

export interface Version {
  source: string
  at: number
}

const lostMost = 5

/**
 * Merges the local draft with the server's version. The newer one wins; the other stays in the history: the server's
 * version on the server, the local one in `lost`, because the server never received it.
 */
export function mergeDraft(
  local: LocalDraft | null,
  remote: { source: string; updatedAt: number } | null,
): LocalDraft | null {
  if (!remote || (local && remote.updatedAt <= local.base)) return local
  const remoteDraft = { source: remote.source, at: remote.updatedAt, base: remote.updatedAt, saved: true }
  if (!local) return { ...remoteDraft, lost: [] }
  if (local.saved || local.source === remote.source) return { ...remoteDraft, lost: local.lost }
  if (local.at >= remote.updatedAt) return { ...local, base: remote.updatedAt }
  return { ...remoteDraft, lost: [{ source: local.source, at: local.at }, ...local.lost].slice(0, lostMost) }
}

export function editDraft(draft: LocalDraft | null, source: string, now: number): LocalDraft {
  return { base: 0, lost: [], ...draft, source, at: now, saved: false }
}

/** Marks a source as saved; the draft may have been edited since. */
export function savedDraft(draft: LocalDraft | null, source: string, updatedAt: number): LocalDraft | null {
  return draft && { ...draft, base: updatedAt, saved: draft.source === source }
}
