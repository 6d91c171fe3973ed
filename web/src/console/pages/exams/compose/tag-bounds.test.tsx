import type { TagBound } from '@dxx/contract/calls/staff/exam-shapes'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { brief, briefMap, paper } from './draft.fixture'
import { TagBounds } from './tag-bounds'
import { DraftContext, type OpenDraft } from './use-draft'

afterEach(cleanup)

const briefs = briefMap(brief('a', { tags: ['树'] }), brief('b', { tags: ['树', '图'] }))
const draft = { view: { body: paper(['a', 'b']), briefs } } as unknown as OpenDraft

let stored: TagBound[] = []
function Fields() {
  const [bounds, setBounds] = useState<TagBound[]>([])
  stored = bounds
  return (
    <DraftContext value={draft}>
      <TagBounds bounds={bounds} onChange={setBounds} />
    </DraftContext>
  )
}

const choose = (tag: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: '限定一个知识点每卷几题' }), { target: { value: tag } })

it('bounds a knowledge point of the draft, keeps an invalid number out, and removes the bound', () => {
  render(<Fields />)
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    '选知识点',
    '树（2 题）',
    '图（1 题）',
  ])
  choose('树')
  const row = within(screen.getByRole('list', { name: '知识点的题数' }))
  fireEvent.change(row.getByRole('textbox', { name: '每卷至少' }), { target: { value: '1' } })
  fireEvent.change(row.getByRole('textbox', { name: '每卷最多' }), { target: { value: '-2' } })
  expect(stored).toEqual([{ tag: '树', min: 1, max: null }])
  expect(screen.queryByRole('option', { name: '树（2 题）' })).toBeNull()
  choose('图')
  fireEvent.click(screen.getByRole('button', { name: '不限定知识点“树”' }))
  expect(stored).toEqual([{ tag: '图', min: null, max: null }])
})
