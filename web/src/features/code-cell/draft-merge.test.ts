import { describe, expect, it } from 'vitest'
import { editDraft, type LocalDraft, mergeDraft, savedDraft } from './draft-merge'

const local = (draft: Partial<LocalDraft>): LocalDraft => ({
  source: 'here',
  at: 100,
  base: 50,
  saved: false,
  lost: [],
  ...draft,
})

describe('mergeDraft', () => {
  it("uses the server's version when this device has no draft", () => {
    expect(mergeDraft(null, null)).toBeNull()
    expect(mergeDraft(null, { source: 'there', updatedAt: 7 })).toEqual({
      source: 'there',
      at: 7,
      base: 7,
      saved: true,
      lost: [],
    })
  })

  it('ignores a server version that the local draft is already based on', () => {
    const draft = local({})
    expect(mergeDraft(draft, { source: 'there', updatedAt: 50 })).toBe(draft)
    expect(mergeDraft(draft, null)).toBe(draft)
  })

  it('takes the newer version of another device when all local edits are saved', () => {
    const merged = mergeDraft(local({ saved: true }), { source: 'there', updatedAt: 60 })
    expect(merged).toMatchObject({ source: 'there', base: 60, saved: true, lost: [] })
  })

  it("keeps unsaved local edits that are newer than the server's version", () => {
    const merged = mergeDraft(local({ at: 100 }), { source: 'there', updatedAt: 90 })
    expect(merged).toMatchObject({ source: 'here', base: 90, saved: false })
  })

  it('takes newer edits of another device and adds the replaced local edits to `lost`', () => {
    const merged = mergeDraft(local({ at: 80 }), { source: 'there', updatedAt: 90 })
    expect(merged).toMatchObject({ source: 'there', saved: true, lost: [{ source: 'here', at: 80 }] })
  })

  it('keeps the last five lost versions, newest first', () => {
    let draft: LocalDraft | null = null
    for (let step = 1; step < 10; step++) {
      const edited: LocalDraft = editDraft(draft, `edit ${step}`, step * 10)
      draft = mergeDraft(edited, { source: `theirs ${step}`, updatedAt: step * 10 + 5 })
    }
    expect(draft?.lost.map(({ source }) => source)).toEqual(['edit 9', 'edit 8', 'edit 7', 'edit 6', 'edit 5'])
  })
})

it('text typed while a save is running stays unsaved', () => {
  const draft = editDraft(null, 'a', 10)
  expect(savedDraft(draft, 'a', 12)).toMatchObject({ saved: true, base: 12 })
  expect(savedDraft(editDraft(draft, 'ab', 11), 'a', 12)).toMatchObject({ source: 'ab', saved: false, base: 12 })
  expect(savedDraft(null, 'a', 12)).toBeNull()
})
